import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { Failure } from '../core/failure.ts'
import { createSids, type Sids } from '../core/sids.ts'
import type { Executor } from './database/dialect.ts'
import { type DkimKey, type DkimWish, openDkimKeys } from './dkim-keys-store.ts'
import { makeSigningKey } from './signing-keys.ts'

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
  /** Sign mail (DKIM): one of each kind under each selector, oldest first. */
  dkim: readonly DkimKey[]
}

type Purpose = 'jwt' | 'mac' | 'hash' | 'sid'

const secretBytes = 32
const sidKeyBytes = 16

/** Where keys that sign mail stand in DNS unless the operator says otherwise. */
export const defaultDkimSelector = 'remite'

/** Reads the keys, and makes those that are missing. */
export async function openSecrets(
  db: Executor,
  masterKey: string,
  now: number,
  makeKey: typeof makeSigningKey = makeSigningKey,
  dkim: DkimWish = { selector: defaultDkimSelector },
): Promise<Secrets> {
  const vault = createVault(masterKey)
  const secrets = await db.transaction().execute(async (tx) => {
    const ringOf = (purpose: Purpose, bytes = secretBytes) =>
      keysOf(tx, vault, purpose, now, randomBytes(bytes))
    const [sidKey] = await ringOf('sid', sidKeyBytes)
    return {
      jwt: await ringOf('jwt'),
      mac: await ringOf('mac'),
      hash: await ringOf('hash'),
      sids: createSids(sidKey.secret),
      vault,
    }
  })
  return { ...secrets, dkim: await openDkimKeys(db, dkim, { vault, makeKey, now }) }
}

/**
 * Lets the next start make another key. What the old one signed stays good until it ends; another
 * process learns of the new one when it starts anew.
 */
export async function retireKey(db: Executor, purpose: 'jwt', now: number): Promise<void> {
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

/** `fresh` becomes the current key where there is none. */
async function keysOf(
  tx: Executor,
  wrap: Vault,
  purpose: Purpose,
  now: number,
  fresh: Buffer,
): Promise<KeyRing> {
  await tx
    .insertInto('keys')
    .values({ purpose, secret: wrap.seal(fresh), created_at: now, retired_at: null })
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
