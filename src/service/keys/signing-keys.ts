import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { promisify } from 'node:util'
import { Failure } from '../../core/failure.ts'

/** All receivers verify RSA. Ed25519 (RFC 8463) is for receivers that no longer trust RSA. */
export const signingKinds = ['rsa', 'ed25519'] as const
export type SigningKind = (typeof signingKinds)[number]

export interface SigningKey {
  kind: SigningKind
  privateKey: KeyObject
  /** The `p=` tag of the DNS record (RFC 6376 3.6.1, RFC 8463 4.2). */
  publicKey: string
}

// Receivers distrust 1024 bits (RFC 8301), and 4096 bits do not fit into one string of a TXT
// record.
const rsaBits = 2048
const minRsaBits = 1024

const generate = promisify(generateKeyPair)

/** Creates a private key, in DER (PKCS #8). */
export async function makeSigningKey(kind: SigningKind): Promise<Buffer> {
  const { privateKey } =
    kind === 'rsa'
      ? await generate('rsa', { modulusLength: rsaBits })
      : await generate('ed25519', undefined)
  return privateKey.export({ type: 'pkcs8', format: 'der' })
}

/** Parses a key and tries it out: a broken key must be found at the start, not in the mail. */
export function readSigningKey(kind: SigningKind, der: Buffer): SigningKey {
  try {
    const privateKey = createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })
    const publicKey = createPublicKey(privateKey)
    if (privateKey.asymmetricKeyType !== kind) throw new Error(`a key for ${kind} was expected`)
    const { modulusLength = minRsaBits } = privateKey.asymmetricKeyDetails ?? {}
    if (modulusLength < minRsaBits) throw new Error('the key is too short')
    const digest = kind === 'rsa' ? 'sha256' : null
    const probe = Buffer.from(kind)
    if (!verify(digest, probe, publicKey, sign(digest, probe, privateKey))) {
      throw new Error('what the key signs does not verify')
    }
    return { kind, privateKey, publicKey: recordText(kind, publicKey) }
  } catch (cause) {
    throw new Failure('signing_key_broken', { values: { kind } }, { cause })
  }
}

function recordText(kind: SigningKind, publicKey: KeyObject): string {
  if (kind === 'rsa') return publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  return Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
}
