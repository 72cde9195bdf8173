import { keyName, keyRecord, type Signer, signersOf } from '../../src/service/mail/dkim.ts'
import {
  makeSigningKey,
  readSigningKey,
  type SigningKind,
  signingKinds,
} from '../../src/service/signing-keys.ts'

const made = new Map<SigningKind, Promise<Buffer>>()

/** The same keys for every service of a test file: an RSA key takes a while to make. */
export function sameKey(kind: SigningKind): Promise<Buffer> {
  const key = made.get(kind) ?? makeSigningKey(kind)
  made.set(kind, key)
  return key
}

export async function testSigners(selector = 'remite'): Promise<Signer[]> {
  const keys = signingKinds.map(async (kind) => ({
    ...readSigningKey(kind, await sameKey(kind)),
    selector,
  }))
  return signersOf(await Promise.all(keys), selector)
}

/** Those keys as DNS has them for a domain, each name with its TXT records. */
export async function keysInDns(
  domain: string,
  selector?: string,
): Promise<Record<string, string[]>> {
  const signers = await testSigners(selector)
  return Object.fromEntries(
    signers.map((signer) => [keyName(signer.selector, domain), [keyRecord(signer)]]),
  )
}
