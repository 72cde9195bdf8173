import {
  makeSigningKey,
  readSigningKey,
  type SigningKind,
  signingKinds,
} from '../../../src/service/keys/signing-keys.ts'
import { keyName, keyRecord, type Signer, signersOf } from '../../../src/service/mail/dkim.ts'

const cachedKeys = new Map<SigningKind, Promise<Buffer>>()

/** Returns one key of each kind per worker, because generating an RSA key is slow. */
export function cachedSigningKey(kind: SigningKind): Promise<Buffer> {
  const key = cachedKeys.get(kind) ?? makeSigningKey(kind)
  cachedKeys.set(kind, key)
  return key
}

export async function testSigners(selector = 'remite'): Promise<Signer[]> {
  const keys = signingKinds.map(async (kind) => ({
    ...readSigningKey(kind, await cachedSigningKey(kind)),
    selector,
  }))
  return signersOf(await Promise.all(keys), selector)
}

/** Returns the DNS records of these keys for a domain: TXT records by name. */
export async function keysInDns(
  domain: string,
  selector?: string,
): Promise<Record<string, string[]>> {
  const signers = await testSigners(selector)
  return Object.fromEntries(
    signers.map((signer) => [keyName(signer.selector, domain), [keyRecord(signer)]]),
  )
}
