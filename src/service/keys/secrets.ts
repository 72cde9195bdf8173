import { randomBuffer } from '../../core/ids.ts'
import { serviceDefaults } from '../../core/service/defaults.ts'
import { createSids, type Sids } from '../../core/sids.ts'
import { hourMs } from '../../core/time.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { type DkimKey, type DkimSettings, loadDkimKeys } from './dkim-keys.ts'
import { insertMissingKeys, selectKeys } from './keys-store.ts'
import { makeSigningKey } from './signing-keys.ts'
import type { Vault } from './vault.ts'

export interface Key {
  id: number
  secret: Buffer
  /** Only for keys that sign the tokens of a message together. */
  signsMessagesFrom?: number
}

/** The keys of one purpose, the current one first. The others still verify what they signed. */
export type KeyRing = readonly [Key, ...Key[]]

/** The installation's own secrets, the same on every machine that shares the database. */
export interface Secrets {
  /** Signs session tokens. */
  jwt: KeyRing
  /**
   * Signs the tokens in links, pixels, return paths and opt-in mails. The keys that sign the tokens of a
   * message together are the last ones.
   */
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

type Purpose = 'jwt' | 'mac' | 'hash' | 'sid' | 'message'

const secretBytes = 32
const sidKeyBytes = 16
const messageKeyBytes = 16

/**
 * How long a new key for messages waits. Processes of the release before cannot verify its tokens, and
 * may run beside this one until an upgrade is over.
 */
const upgradeMs = hourMs

/** Reads the keys, and makes those that are missing. */
export async function loadSecrets(
  db: Executor,
  vault: Vault,
  now: number,
  makeKey: typeof makeSigningKey = makeSigningKey,
  dkim: DkimSettings = { selector: serviceDefaults.dkimSelector },
): Promise<Secrets> {
  const secrets = await db.transaction().execute(async (tx) => {
    const ringOf = (purpose: Purpose, bytes = secretBytes) =>
      loadKeyRing(tx, vault, { purpose, newSecret: randomBuffer(bytes), now })
    const [sidKey] = await ringOf('sid', sidKeyBytes)
    const mac = await ringOf('mac')
    const messages = await ringOf('message', messageKeyBytes)
    return {
      jwt: await ringOf('jwt'),
      mac: [...mac, ...messages.map((key) => forMessages(key, mac[0], tx))] as const,
      hash: await ringOf('hash'),
      sids: createSids(sidKey.secret),
      vault,
    }
  })
  return { ...secrets, dkim: await loadDkimKeys(db, dkim, { vault, makeKey, now }) }
}

interface LoadedKey extends Key {
  createdAt: number
}

/** A database whose keys were all made at once has no older processes, nor has one of a single process. */
function forMessages(key: LoadedKey, mac: LoadedKey, db: Executor): Key {
  const isAlone = dialectOf(db).isOneProcess || key.createdAt === mac.createdAt
  return { ...key, signsMessagesFrom: isAlone ? 0 : key.createdAt + upgradeMs }
}

/** `newSecret` becomes the current key if there is none. */
async function loadKeyRing(
  tx: Executor,
  vault: Vault,
  { purpose, newSecret, now }: { purpose: Purpose; newSecret: Buffer; now: number },
): Promise<readonly [LoadedKey, ...LoadedKey[]]> {
  const newKey = { purpose, secret: vault.seal(newSecret), created_at: now, retired_at: null }
  await insertMissingKeys(tx, [newKey])
  const rows = await selectKeys(tx, [purpose])
  const keys = rows.map(({ id, secret, created_at }) => ({
    id,
    secret: vault.open(secret),
    createdAt: created_at,
  }))
  const [current, ...older] = keys.reverse()
  if (!current) throw new Error(`no key for ${purpose}`)
  return [current, ...older]
}
