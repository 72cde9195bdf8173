import { sql } from 'kysely'
import type { Executor } from './dialect.ts'

/**
 * Increments a counter in the window that contains `now`, by 1 or `by`, and returns the new count. A single
 * statement, so that two processes never get the same count.
 */
export async function countInWindow(
  db: Executor,
  key: string,
  { windowMs, now, by = 1 }: { windowMs: number; now: number; by?: number },
): Promise<number> {
  const start = now - (now % windowMs)
  const row = await db
    .insertInto('counters')
    .values({ key, window_start: start, count: by })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when counters.window_start = ${start} then counters.count + ${by} else ${by} end`,
        window_start: start,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

/** Takes back one count. */
export async function uncount(db: Executor, key: string): Promise<void> {
  await db
    .updateTable('counters')
    .set(({ eb }) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute()
}

/** Resets a counter. */
export async function clearCounter(db: Executor, key: string): Promise<void> {
  await db.deleteFrom('counters').where('key', '=', key).execute()
}
