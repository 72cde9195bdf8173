import { sql } from 'kysely'
import type { Executor } from './dialect.ts'

/**
 * Counts one more in the window that `now` falls in, in one statement, so that two processes never
 * grant the same place twice. Returns the count with this one.
 */
export async function countInWindow(
  db: Executor,
  key: string,
  { windowMs, now }: { windowMs: number; now: number },
): Promise<number> {
  const start = now - (now % windowMs)
  const row = await db
    .insertInto('counters')
    .values({ key, window_start: start, count: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when counters.window_start = ${start} then counters.count + 1 else 1 end`,
        window_start: start,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

/** Begins to count anew. */
export async function clearCounter(db: Executor, key: string): Promise<void> {
  await db.deleteFrom('counters').where('key', '=', key).execute()
}
