import { createCipheriv, createDecipheriv, scryptSync } from 'node:crypto'
import { Failure } from '../../core/failure.ts'
import { randomBuffer } from '../../core/ids.ts'

/** Encrypts secrets before they are stored, and decrypts them. */
export interface Vault {
  seal(secret: Buffer): string
  /** Throws wrong_master_key. */
  open(sealed: string): Buffer
}

const ivBytes = 12
const tagBytes = 16

export function createVault(masterKey: string): Vault {
  // The master key is random already. Scrypt only turns a text of any length into 32 bytes.
  const key = scryptSync(masterKey, 'remite keys', 32)
  return {
    seal(secret) {
      const iv = randomBuffer(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open(text) {
      const sealed = Buffer.from(text, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes))
      decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
      try {
        return Buffer.concat([
          decipher.update(sealed.subarray(ivBytes + tagBytes)),
          decipher.final(),
        ])
      } catch (cause) {
        throw new Failure('wrong_master_key', {}, { cause })
      }
    },
  }
}

/** One entry of a JSON list of secrets in a row. Its owner may keep other properties beside it. */
export interface SealedSecret {
  sealed: string
}

/** Encrypts a secret with another vault. */
export const reseal = (sealed: string, from: Vault, to: Vault): string => to.seal(from.open(sealed))

/** Encrypts every secret of a JSON list with another vault. */
export const resealList = (list: string, from: Vault, to: Vault): string => {
  const secrets: SealedSecret[] = JSON.parse(list)
  return JSON.stringify(
    secrets.map((secret) => ({ ...secret, sealed: reseal(secret.sealed, from, to) })),
  )
}
