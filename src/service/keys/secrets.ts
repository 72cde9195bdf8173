import { randomBuffer } from '../../core/ids.ts'
import { createSids, type Sids } from '../../core/sids.ts'
import type { Executor } from '../database/dialect.ts'
import { type DkimKey, type DkimSettings, loadDkimKeys } from './dkim-keys.ts'
import { insertMissingKeys, selectKeys } from './keys-store.ts'
import { makeSigningKey } from './signing-keys.ts'
import type { Vault } from './vault.ts'

export interface Key {
  id: number
  secret: Buffer
}

/** The keys of one purpose, the current one first. The others still verify what they signed. */
export type KeyRing = readonly [Key, ...Key[]]

/** The installation's own secrets, the same on every machine that shares the database. */
export interface Secrets {
  /** Signs session tokens. */
  jwt: KeyRing
  /** Signs the tokens in links, pixels, return paths and opt-in mails. */
  mac: KeyRing
  /** Hashes values that must not be readable or that were erased: codes, addresses. */
  hash: KeyRing
  /** Makes public contact ids. Its key never changes: a reply may come years later. */
  sids: Sids
  /** Encrypts account secrets that must be read again, such as those of webhooks. */
  vault: Vault
  /** Sign mail (DKIM): one key of each kind under each selector, oldest first. */
  dkim: readonly DkimKey[]
}

type Purpose = 'jwt' | 'mac' | 'hash' | 'sid'

const secretBytes = 32
const sidKeyBytes = 16

/** The DKIM selector unless the operator chooses another. */
export const defaultDkimSelector = 'remite'

/** Reads the keys, and makes those that are missing. */
export async function loadSecrets(
  db: Executor,
  vault: Vault,
  now: number,
  makeKey: typeof makeSigningKey = makeSigningKey,
  dkim: DkimSettings = { selector: defaultDkimSelector },
): Promise<Secrets> {
  const secrets = await db.transaction().execute(async (tx) => {
    const ringOf = (purpose: Purpose, bytes = secretBytes) =>
      loadKeyRing(tx, vault, { purpose, newSecret: randomBuffer(bytes), now })
    const [sidKey] = await ringOf('sid', sidKeyBytes)
    return {
      jwt: await ringOf('jwt'),
      mac: await ringOf('mac'),
      hash: await ringOf('hash'),
      sids: createSids(sidKey.secret),
      vault,
    }
  })
  return { ...secrets, dkim: await loadDkimKeys(db, dkim, { vault, makeKey, now }) }
}

/** `newSecret` becomes the current key if there is none. */
async function loadKeyRing(
  tx: Executor,
  vault: Vault,
  { purpose, newSecret, now }: { purpose: Purpose; newSecret: Buffer; now: number },
): Promise<KeyRing> {
  const newKey = { purpose, secret: vault.seal(newSecret), created_at: now, retired_at: null }
  await insertMissingKeys(tx, [newKey])
  const rows = await selectKeys(tx, [purpose])
  const keys = rows.map(({ id, secret }) => ({ id, secret: vault.open(secret) }))
  const [current, ...older] = keys.reverse()
  if (!current) throw new Error(`no key for ${purpose}`)
  return [current, ...older]
}
