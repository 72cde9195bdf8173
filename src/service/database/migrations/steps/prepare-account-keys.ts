import { sql } from 'kysely'
import { type Executor, isLockTimeout } from '../../dialect.ts'
import { accountKeyTables } from '../0045-account-keys.ts'
import { accountColumns, keysOfAccountColumns } from '../0046-account-columns.ts'
import {
  type AccountColumn,
  addAccountColumn,
  endAccountColumn,
  fillInSlices,
  stateOf,
} from './account-columns.ts'
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
 * Adds accounts and replaces the keys of one table after the other before the migrations, while programs
 * of the version before go on. The migrations have one transaction, and would lock all of the tables
 * together.
 */
export async function prepareAccountKeys(
  db: Executor,
  missing: readonly string[],
  limits: PreparationLimits = {},
): Promise<void> {
  // A program from before the newest of the other migrations does not run beside this one.
  if (missing[0] === '0045-account-keys') {
    for (const keys of accountKeyTables) await prepareKeys(db, keys, limits)
  }
  if (missing[0] === '0045-account-keys' || missing[0] === '0046-account-columns') {
    for (const column of accountColumns) await prepareColumn(db, column, limits)
    for (const keys of keysOfAccountColumns) await prepareKeys(db, keys, limits)
  }
}

async function prepareColumn(
  db: Executor,
  column: AccountColumn,
  limits: PreparationLimits,
): Promise<void> {
  const { table } = column
  if ((await stateOf(db, table)) === 'filled') return
  const isFilled = await isLarge(db, table, limits.smallestBytes ?? largeBytes)
  if (isFilled) {
    await withShortLock(db, table, limits, (tx) => addAccountColumn(tx, column))
    await fillInSlices(db, column)
  }
  await withShortLock(db, table, limits, async (tx) => {
    await addAccountColumn(tx, column)
    await endAccountColumn(tx, column, { isFilled })
  })
}

async function prepareKeys(
  db: Executor,
  keys: AccountKeys,
  limits: PreparationLimits,
): Promise<void> {
  if (await hasAccountKeys(db, keys)) return
  if (await isLarge(db, keys.table, limits.smallestBytes ?? largeBytes)) {
    for (const [name, definition] of indexesOf(keys)) await buildIndex(db, name, definition)
  }
  await withShortLock(db, keys.table, limits, (tx) => replaceKeys(tx, keys))
}

/** Runs work with a table of its own, in a transaction. */
async function withShortLock(
  db: Executor,
  table: string,
  { lockTimeoutMs = 2000, attempts = 100 }: PreparationLimits,
  work: (tx: Executor) => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (tx) => {
        await sql.raw(`set local lock_timeout = ${lockTimeoutMs}`).execute(tx)
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
        await work(tx)
      })
    } catch (error) {
      if (!isLockTimeout(error) || attempt === attempts) throw error
    }
  }
}
