import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { Failure } from '../core/failure.ts'
import type { Executor } from './database/dialect.ts'

export interface Key {
  id: number
  secret: Buffer
}

/** The keys of one purpose, the current one first; the others still verify what they signed. */
export type KeyRing = readonly [Key, ...Key[]]

/** The installation's own secrets, the same on every machine that shares the database. */
export interface Secrets {
  /** Signs session tokens. */
  jwt: KeyRing
  /** Signs the tokens in links, pixels, return paths and opt-in mails. */
  mac: KeyRing
  /** Hashes what is kept after the original is gone or must not be readable: codes, erased addresses. */
  hash: KeyRing
  /** Closes secrets of accounts that have to be read again, as those of webhooks have. */
  vault: Vault
}

const purposes = ['jwt', 'mac', 'hash'] as const
type Purpose = (typeof purposes)[number]

const secretBytes = 32

/** Reads the keys, and makes those that are missing, in one transaction. */
export async function openSecrets(db: Executor, masterKey: string, now: number): Promise<Secrets> {
  const wrap = wrapping(masterKey)
  return db.transaction().execute(async (tx) => ({
    jwt: await ringOf(tx, 'jwt', wrap, now),
    mac: await ringOf(tx, 'mac', wrap, now),
    hash: await ringOf(tx, 'hash', wrap, now),
    vault: wrap,
  }))
}

async function ringOf(tx: Executor, purpose: Purpose, wrap: Vault, now: number): Promise<KeyRing> {
  await tx
    .insertInto('keys')
    .values({
      purpose,
      secret: wrap.seal(randomBytes(secretBytes)),
      created_at: now,
      retired_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await tx
    .selectFrom('keys')
    .select(['id', 'secret'])
    .where('purpose', '=', purpose)
    .orderBy('id', 'desc')
    .execute()
  const [current, ...older] = rows.map(({ id, secret }) => ({ id, secret: wrap.open(secret) }))
  if (!current) throw new Error(`no key for ${purpose}`)
  return [current, ...older]
}

export interface Vault {
  seal(secret: Buffer): string
  open(sealed: string): Buffer
}

const ivBytes = 12
const tagBytes = 16

function wrapping(masterKey: string): Vault {
  // The master key is random already; scrypt only brings any text to 32 bytes.
  const key = scryptSync(masterKey, 'remite keys', 32)
  return {
    seal(secret) {
      const iv = randomBytes(ivBytes)
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
