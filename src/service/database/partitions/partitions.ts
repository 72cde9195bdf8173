import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../dialect.ts'
import { isLockTimeout } from '../dialect.ts'
import { monthName, monthStart } from './months.ts'
import { type PartitionedTable, partitionedTables } from './partitioned-tables.ts'

/** A partition with the times of its rows: not before `from`, and before `to`. */
export interface Partition {
  name: string
  from: number
  to: number
  /** Holds what no month holds: rows from before the first month, or beyond the last one. */
  isCatchAll: boolean
}

/** Partitions exist this many months ahead, so that a worker may fail for a while. */
const monthsAhead = 2

/**
 * Statements that wait longer for a lock would keep the statements behind them waiting. It is shorter
 * than PostgreSQL's `deadlock_timeout`, so that no other transaction is aborted because of this one.
 */
const lockTimeout = sql`set local lock_timeout = '500ms'`

/** Returns the partitions of a table on PostgreSQL, the oldest first and the default one last. */
export async function listPartitions(db: Executor, table: string): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    select child.relname as name, pg_get_expr(child.relpartbound, child.oid) as bound
    from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = to_regclass(${table})
  `.execute(db)
  return rows
    .map(({ name, bound }) => ({ name, ...timesOf(bound) }))
    .sort((a, b) => a.from - b.from || a.to - b.to)
}

/** Reads `FOR VALUES FROM (MINVALUE) TO ('1793491200000')`, or `DEFAULT`. */
function timesOf(bound: string): Omit<Partition, 'name'> {
  const [, from, to] = /FROM \('?(\w+)'?\) TO \('?(\w+)'?\)/.exec(bound) ?? []
  if (from === undefined || to === undefined) {
    const end = Number.POSITIVE_INFINITY
    return { from: end, to: end, isCatchAll: true }
  }
  const isCatchAll = from === 'MINVALUE'
  return { from: isCatchAll ? Number.NEGATIVE_INFINITY : Number(from), to: Number(to), isCatchAll }
}

/**
 * Creates the partitions of this month and the next ones. Returns false if a statement held a lock for
 * too long. The next call tries again.
 */
export async function createPartitions(db: Executor, now: number): Promise<boolean> {
  for (const partitioned of partitionedTables) {
    const missing = await missingMonths(db, partitioned, now)
    if (missing.length === 0) continue
    const isDone = await unlessLocked(() =>
      db.transaction().execute(async (tx) => {
        // Another process may create them at the same time.
        await sql`select pg_advisory_xact_lock(hashtext('remite partitions'))`.execute(tx)
        await lockTimeout.execute(tx)
        // At once, and not when rows have been read: nobody writes to it while its rows move.
        await lock(tx, defaultName(partitioned.table))
        await addMonths(tx, partitioned, now)
      }),
    )
    if (!isDone) return false
  }
  return true
}

/** Does the same for one table, in a transaction. */
export async function addMonths(
  tx: Executor,
  partitioned: PartitionedTable,
  now: number,
): Promise<void> {
  for (const month of await missingMonths(tx, partitioned, now)) {
    await addMonth(tx, partitioned, month)
  }
}

async function missingMonths(db: Executor, { table }: PartitionedTable, now: number) {
  const partitions = await listPartitions(db, table)
  const months = Array.from({ length: monthsAhead + 1 }, (_, offset) => monthStart(now, offset))
  return months.filter((month) => !partitions.some(({ from, to }) => from <= month && month < to))
}

/**
 * Adds the partition of a month. Unlike `create table … partition of`, it does not lock the table
 * against reading and writing. Rows of this month in the default partition move.
 */
async function addMonth(tx: Executor, { table, timeColumn }: PartitionedTable, from: number) {
  const [name, to] = [monthName(table, from), monthStart(from, 1)]
  const time = sql.ref(timeColumn)
  await sql`create table ${sql.table(name)} (like ${sql.table(table)} including defaults)`.execute(
    tx,
  )
  await sql`
    with moved as (
      delete from ${sql.table(defaultName(table))} where ${time} >= ${from} and ${time} < ${to}
      returning *
    )
    insert into ${sql.table(name)} select * from moved
  `.execute(tx)
  await sql`
    alter table ${sql.table(table)} attach partition ${sql.table(name)}
    for values from (${literal(from)}) to (${literal(to)})
  `.execute(tx)
}

export const defaultName = (table: string): string => `${table}_default`

/** Statements that define tables take no parameters. */
const literal = (value: number): RawBuilder<number> => sql.raw(String(value))

/** Drops a partition with its rows. Returns false if a statement held a lock for too long. */
export const dropPartition = (
  db: Executor,
  table: string,
  partition: string,
  before: (tx: Executor) => Promise<void>,
): Promise<boolean> =>
  unlessLocked(() =>
    db.transaction().execute(async (tx) => {
      // Adding up a month of visits takes longer than a request may.
      await sql`set local statement_timeout = 0`.execute(tx)
      await before(tx)
      await lockTimeout.execute(tx)
      await lock(tx, table)
      await sql`alter table ${sql.table(table)} detach partition ${sql.table(partition)}`.execute(
        tx,
      )
      await sql`drop table ${sql.table(partition)}`.execute(tx)
    }),
  )

const lock = (tx: Executor, table: string) =>
  sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)

async function unlessLocked(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  }
}
