import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'

/** At most this many in each window. Windows start at multiples of their length, in UTC. */
export interface Limit {
  max: number
  windowMs: number
}

export const windowStart = ({ windowMs }: Limit, now: number): number => now - (now % windowMs)

/**
 * Counts one mail under each key whose count is below the limit, and returns those keys. One
 * statement checks and counts, so the limit is exact however many requests run at once. No key may
 * occur twice.
 */
export async function countBelow(
  tx: Executor,
  keys: readonly string[],
  limit: Limit,
  now: number,
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const start = windowStart(limit, now)
  // In one order: transactions that lock the same counters in different orders would deadlock.
  const rows = [...keys].sort().map((key) => ({ key }))
  const counted = await sql<{ key: string }>`
    insert into counters (key, window_start, count)
    select r.key, ${start}, 1 from ${dialectOf(tx).records(rows, { key: 'text' })} as r where true
    on conflict (key) do update set
      count = case when counters.window_start = ${start} then counters.count + 1 else 1 end,
      window_start = ${start}
    where counters.window_start <> ${start} or counters.count < ${limit.max}
    returning key
  `.execute(tx)
  return new Set(counted.rows.map(({ key }) => key))
}

/** Locks a counter until the transaction ends, and returns how many are left in its window. */
export async function lockRest(
  tx: Executor,
  key: string,
  limit: Limit,
  now: number,
): Promise<number> {
  const start = windowStart(limit, now)
  const { count } = await tx
    .insertInto('counters')
    .values({ key, window_start: start, count: 0 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when counters.window_start = ${start} then counters.count else 0 end`,
        window_start: start,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return Math.max(0, limit.max - count)
}

/** Adds to a counter that `lockRest` has locked. */
export async function addToCounter(tx: Executor, key: string, count: number): Promise<void> {
  await tx
    .updateTable('counters')
    .set((row) => ({ count: row('count', '+', count) }))
    .where('key', '=', key)
    .execute()
}

/**
 * Returns the accounts above an account, the highest first, without the one at the top, which belongs
 * to the operator.
 */
export async function selectAccountsAbove(db: Executor, account: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive above (id, parent_id, height) as (
      select id, parent_id, 0 from accounts where id = ${account}
      union all
      select accounts.id, accounts.parent_id, above.height + 1
      from accounts join above on accounts.id = above.parent_id
    )
    select id from above where height > 0 and parent_id is not null order by height desc
  `.execute(db)
  return rows.map(({ id }) => id)
}
