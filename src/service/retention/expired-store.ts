import { sql } from 'kysely'
import type { Condition } from '../database/condition.ts'
import type { Executor } from '../database/dialect.ts'
import type { ExpiringTable } from '../database/expiring-tables.ts'
import { isOneOf, purgeSlice } from './rows-store.ts'

const always: Condition = sql`true`

export const isExpired = (
  { timeColumn, only = always }: ExpiringTable,
  before: number,
): Condition => sql`${sql.ref(timeColumn)} < ${before} and ${only}`

interface OldestRow {
  id: number
  isOld: boolean
  isDeletable: boolean
}

/** Returns the next rows in the order of their ids. */
export async function selectOldest(
  reader: Executor,
  { rows: { table, sliceSize = purgeSlice }, timeColumn, only = always }: ExpiringTable,
  { before, after }: { before: number; after: number },
): Promise<OldestRow[]> {
  const { rows } = await sql<{ id: number; is_old: number; is_over: number }>`
    select id, case when ${sql.ref(timeColumn)} < ${before} then 1 else 0 end as is_old,
      case when ${only} then 1 else 0 end as is_over
    from ${sql.table(table)} where id > ${after} order by id limit ${sliceSize}
  `.execute(reader)
  return rows.map(({ id, is_old, is_over }) => ({
    id,
    isOld: is_old === 1,
    isDeletable: is_over === 1,
  }))
}

interface EndedRun {
  id: number
  /** The row prevents its contact from entering again. */
  blocksReentry: boolean
}

/**
 * Returns runs that ended before a time and still have their steps. The condition has the wording
 * of its index. The occasions of other entries do not come again.
 */
export async function selectEndedRuns(reader: Executor, before: number): Promise<EndedRun[]> {
  const { rows } = await sql<{ id: number; keeps_out: number }>`
    select id, case when place_key is not null or entry_key like 'list:%' then 1 else 0 end as keeps_out
    from automation_runs where ended_at is not null and is_bare = 0 and ended_at < ${before}
    limit ${purgeSlice}
  `.execute(reader)
  return rows.map(({ id, keeps_out }) => ({ id, blocksReentry: keeps_out === 1 }))
}

/** Deletes the data of runs whose rows must stay. */
export async function clearRuns(db: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update automation_runs set is_bare = 1, properties = '{}', events = null where ${isOneOf(db, 'id', ids)}
  `.execute(db)
}
