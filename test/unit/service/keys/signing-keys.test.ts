import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  makeSigningKey,
  readSigningKey,
  type SigningKind,
  signingKinds,
} from '../../../../src/service/keys/signing-keys.ts'

const derOf = (type: 'rsa' | 'ed25519' | 'x25519', bits = 2048): Buffer => {
  const { privateKey } = generateKeyPairSync(type as 'rsa', { modulusLength: bits })
  return privateKey.export({ type: 'pkcs8', format: 'der' })
}

test.each(signingKinds)(
  'a new %s key can be read, and its public key does not change',
  async (kind) => {
    const der = await makeSigningKey(kind)
    expect(readSigningKey(kind, der).publicKey).toBe(readSigningKey(kind, der).publicKey)
    expect(Buffer.from(readSigningKey(kind, der).publicKey, 'base64')).toHaveLength(
      kind === 'rsa' ? 294 : 32,
    )
  },
)

describe('reading refuses', () => {
  const broken: [name: string, kind: SigningKind, der: Buffer][] = [
    ['bytes that are not a key', 'rsa', Buffer.from('not a key')],
    ['an empty key', 'ed25519', Buffer.alloc(0)],
    ['a key of another kind', 'rsa', derOf('ed25519')],
    ['a key for key agreement only', 'ed25519', derOf('x25519')],
    ['an RSA key that is too short', 'rsa', derOf('rsa', 512)],
  ]
  test.each(broken)('%s', (_, kind, der) => {
    expect(() => readSigningKey(kind, der)).toThrow(
      expect.objectContaining({ code: 'signing_key_broken' }),
    )
  })

  test('a truncated key', async () => {
    const der = await makeSigningKey('rsa')
    expect(() => readSigningKey('rsa', der.subarray(0, 600))).toThrow(
      expect.objectContaining({ code: 'signing_key_broken' }),
    )
  })
})
