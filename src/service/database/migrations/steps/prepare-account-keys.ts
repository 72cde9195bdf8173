import { sql } from 'kysely'
import { type Executor, isLockTimeout } from '../../dialect.ts'
import { accountKeyTables } from '../0045-account-keys.ts'
import { type AccountKeys, hasAccountKeys, indexesOf, replaceKeys } from './account-keys.ts'
import { buildIndex, isLarge, largeBytes } from './large-tables.ts'

interface PreparationLimits {
  /** Indexes of larger tables are built while others write. */
  smallestBytes?: number
  /** While a lock of a whole table waits, no other statement passes it. */
  lockTimeoutMs?: number
  attempts?: number
}

/**
 * Replaces the keys of one table after the other before the migration, while programs of the version
 * before go on. The migration has one transaction, and would lock all of the tables together.
 */
export async function prepareAccountKeys(
  db: Executor,
  missing: readonly string[],
  limits: PreparationLimits = {},
): Promise<void> {
  // A program from before the newest of the other migrations does not run beside this one.
  if (missing[0] !== '0045-account-keys') return
  for (const keys of accountKeyTables) await prepare(db, keys, limits)
}

async function prepare(
  db: Executor,
  keys: AccountKeys,
  { smallestBytes = largeBytes, lockTimeoutMs = 2000, attempts = 100 }: PreparationLimits,
): Promise<void> {
  if (await hasAccountKeys(db, keys)) return
  if (await isLarge(db, keys.table, smallestBytes)) {
    for (const [name, definition] of indexesOf(keys)) await buildIndex(db, name, definition)
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(tx)
        await replaceKeys(tx, keys)
      })
    } catch (error) {
      if (!isLockTimeout(error) || attempt === attempts) throw error
    }
  }
}
