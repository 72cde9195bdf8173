import { sql } from 'kysely'
import type { Executor } from './dialect.ts'

/**
 * Increments a counter in the window that contains `now`, and returns the new count. A single
 * statement, so that two processes never get the same count.
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

/** Resets a counter. */
export async function clearCounter(db: Executor, key: string): Promise<void> {
  await db.deleteFrom('counters').where('key', '=', key).execute()
}
