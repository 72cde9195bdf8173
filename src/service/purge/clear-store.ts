import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '../database/condition.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { Owned } from './owned.ts'

/** Of what lies in several indexes a thousand would hold the writer for longer than others should wait. */
export const purgeSlice = 500

export interface Purging {
  db: Executor
  /** Looks for what goes, so that no write waits while it looks. */
  reader: Executor
  /** Between two slices it ends when told to; the next purge goes on. */
  signal: AbortSignal
}

export type Key = Readonly<Record<string, number | string>>

/**
 * Deletes the rows for which a condition holds, each slice with all that hangs on it: what is killed
 * in the middle is found again by the rows that are left.
 */
export async function clear(purging: Purging, owned: Owned, condition: Condition): Promise<void> {
  let after = 0
  for (;;) {
    const rows = await findRows(purging.reader, owned, sql`${condition} and ${isBehind(after)}`)
    if (rows.length === 0 || purging.signal.aborted) return
    await clearRows(purging, owned, rows)
    after = Number(rows.at(-1)?.id ?? 0)
    await setImmediate()
  }

  function isBehind(last: number): Condition {
    return owned.isWalked ? sql`id > ${last}` : sql`true`
  }
}

/** These rows, and before them all that hangs on them. */
export async function clearRows(
  purging: Purging,
  owned: Owned,
  rows: readonly Key[],
): Promise<void> {
  const ids = rows.map(({ id }) => Number(id))
  for (const part of owned.parts ?? []) {
    await clear(purging, part, isOneOf(purging.db, part.by, ids))
  }
  if (purging.signal.aborted) return
  await deleteRows(purging.db, owned, rows)
}

export const isOneOf = (db: Executor, column: string, ids: readonly number[]): Condition =>
  sql`${sql.ref(column)} in (select owner from ${dialectOf(db).records(
    ids.map((owner) => ({ owner })),
    { owner: 'int' },
  )} as o)`

async function findRows(
  reader: Executor,
  { table, key, slice = purgeSlice, isWalked }: Owned,
  condition: Condition,
): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select ${columnsOf(key)} from ${sql.table(table)} where ${condition}
    ${isWalked ? sql`order by id` : sql``} limit ${slice}
  `.execute(reader)
  return rows
}

export async function deleteRows(
  db: Executor,
  { table, key }: Pick<Owned, 'table' | 'key'>,
  rows: readonly Key[],
): Promise<void> {
  const source = dialectOf(db).records(rows, key)
  await sql`
    delete from ${sql.table(table)}
    where (${columnsOf(key)}) in (select ${columnsOf(key)} from ${source} as r)
  `.execute(db)
}

const columnsOf = (key: Owned['key']): RawBuilder<unknown> =>
  sql.join(Object.keys(key).map((name) => sql.ref(name)))
