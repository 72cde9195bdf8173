import { sql } from 'kysely'
import { dayMs } from '../../../../core/time.ts'
import { type Executor, postgres } from '../../dialect.ts'
import { monthStart } from '../../partitions/months.ts'
import { partitionedKeys } from '../0033-partitions.ts'
import { buildIndex, isLarge, largeBytes } from './large-tables.ts'
import { lookupName, type PartitionedKeys, pastName, rangeName } from './partition.ts'

/** The time for the preparation and the migration, in which others go on writing. */
const marginMs = 3 * dayMs

/**
 * Builds what the partitions of large tables need before the migration, while other programs read and
 * write. The migration then locks the tables for the time of a few catalog changes.
 */
export async function preparePartitions(
  db: Executor,
  missing: readonly string[],
  smallestBytes = largeBytes,
): Promise<void> {
  if (!missing.includes('0033-partitions')) return
  const { rows } = await sql<{ now: number }>`select ${postgres.now} as now`.execute(db)
  const to = monthStart((rows[0]?.now ?? 0) + marginMs, 1)
  for (const keys of partitionedKeys) {
    if (await isLarge(db, keys.table, smallestBytes)) await prepare(db, keys, to)
  }
}

async function prepare(db: Executor, keys: PartitionedKeys, to: number): Promise<void> {
  const { table, timeColumn, primaryKey, lookups } = keys
  const run = (statement: string) => sql.raw(statement).execute(db)
  // Rows of a future month, after a change of the clock, stay for the migration to look at.
  const { rows } = await sql<{ newest: number | null }>`
    select max(${sql.ref(timeColumn)}) as newest from ${sql.table(table)}
  `.execute(db)
  if ((rows[0]?.newest ?? 0) >= to) return
  if (primaryKey.includes('account_id')) {
    await run(`alter table ${table} add column if not exists account_id bigint not null default 0`)
  }
  for (const columns of lookups) {
    const name = lookupName(pastName(table), columns)
    await buildIndex(db, name, `index ${name} on ${table} (${columns.join(', ')})`)
  }
  const key = `${pastName(table)}_pkey`
  await buildIndex(db, key, `unique index ${key} on ${table} (${primaryKey.join(', ')})`)
  await run(`alter table ${table} drop constraint if exists ${rangeName(table)}`)
  await run(`alter table ${table}
    add constraint ${rangeName(table)} check (${timeColumn} < ${to}) not valid`)
  await run(`alter table ${table} validate constraint ${rangeName(table)}`)
}
