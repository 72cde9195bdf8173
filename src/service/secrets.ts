import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { Failure } from '../core/failure.ts'
import { createSids, type Sids } from '../core/sids.ts'
import type { Executor } from './database/dialect.ts'
import {
  makeSigningKey,
  readSigningKey,
  type SigningKey,
  type SigningKind,
  signingKinds,
} from './signing-keys.ts'

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
  /** Names contacts in public. Its key never changes: a message may be answered years later. */
  sids: Sids
  /** Closes secrets of accounts that have to be read again, as those of webhooks have. */
  vault: Vault
  /** Sign mail (DKIM): one of each kind. */
  dkim: readonly SigningKey[]
}

type Purpose = 'jwt' | 'mac' | 'hash' | 'sid' | 'dkim rsa' | 'dkim ed25519'

const secretBytes = 32
const sidKeyBytes = 16

/** Reads the keys, and makes those that are missing, in one transaction. */
export async function openSecrets(
  db: Executor,
  masterKey: string,
  now: number,
  makeKey: typeof makeSigningKey = makeSigningKey,
): Promise<Secrets> {
  const vault = createVault(masterKey)
  const known = new Set(await purposesOf(db))
  // An RSA key takes a while to make, so only when it is needed and before the transaction.
  const made = await Promise.all(
    signingKinds.map((kind) => (known.has(`dkim ${kind}`) ? undefined : makeKey(kind))),
  )
  return db.transaction().execute(async (tx) => {
    const ringOf = (purpose: Purpose, fresh?: Buffer) => keysOf(tx, vault, purpose, now, fresh)
    const [sidKey] = await ringOf('sid', randomBytes(sidKeyBytes))
    const secrets = {
      jwt: await ringOf('jwt', randomBytes(secretBytes)),
      mac: await ringOf('mac', randomBytes(secretBytes)),
      hash: await ringOf('hash', randomBytes(secretBytes)),
      sids: createSids(sidKey.secret),
      vault,
    }
    const dkim: SigningKey[] = []
    for (const [at, kind] of signingKinds.entries()) {
      const [current] = await ringOf(`dkim ${kind}`, made[at])
      dkim.push(readSigningKey(kind, current.secret))
    }
    return { ...secrets, dkim }
  })
}

/**
 * Lets the next start make another key. What the old one signed stays good until it ends; another
 * process learns of the new one when it starts anew.
 */
export async function retireKey(
  db: Executor,
  purpose: 'jwt' | `dkim ${SigningKind}`,
  now: number,
): Promise<void> {
  await db
    .updateTable('keys')
    .set({ retired_at: now })
    .where('purpose', '=', purpose)
    .where('retired_at', 'is', null)
    .execute()
}

/** Closes every key with another vault, retired ones too. Returns how many. Throws wrong_master_key. */
export async function resealKeys(tx: Executor, from: Vault, to: Vault): Promise<number> {
  const rows = await tx.selectFrom('keys').select(['id', 'secret']).execute()
  for (const { id, secret } of rows) {
    const resealed = to.seal(from.open(secret))
    await tx.updateTable('keys').set({ secret: resealed }).where('id', '=', id).execute()
  }
  return rows.length
}

async function purposesOf(db: Executor): Promise<string[]> {
  const rows = await db
    .selectFrom('keys')
    .select('purpose')
    .where('retired_at', 'is', null)
    .execute()
  return rows.map(({ purpose }) => purpose)
}

/** `fresh` becomes the current key where there is none. */
async function keysOf(
  tx: Executor,
  wrap: Vault,
  purpose: Purpose,
  now: number,
  fresh?: Buffer,
): Promise<KeyRing> {
  if (fresh) {
    await tx
      .insertInto('keys')
      .values({ purpose, secret: wrap.seal(fresh), created_at: now, retired_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
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

export function createVault(masterKey: string): Vault {
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
