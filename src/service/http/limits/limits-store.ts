import { sql } from 'kysely'
import { dialectOf, type Executor } from '../../database/dialect.ts'

/** The number of requests in the window that starts at `window_start`. */
export interface KeyCount {
  key: string
  window_start: number
  count: number
}

/**
 * Adds the counts of one process to the shared ones, and returns the sums. A window that other
 * processes have already left is ignored.
 */
export async function addCounts(db: Executor, counts: readonly KeyCount[]): Promise<KeyCount[]> {
  // Sorted, so that two processes cannot deadlock on each other's rows.
  const sorted = [...counts].sort((a, b) => (a.key < b.key ? -1 : 1))
  const columns = { key: 'text', window_start: 'int', count: 'int' } as const
  const { rows } = await sql<KeyCount>`
    insert into counters (key, window_start, count)
    select key, window_start, count from ${dialectOf(db).records(sorted, columns)} as r where true
    on conflict (key) do update set
      count = case
        when counters.window_start = excluded.window_start then counters.count + excluded.count
        when counters.window_start > excluded.window_start then counters.count
        else excluded.count end,
      window_start = case
        when counters.window_start > excluded.window_start then counters.window_start
        else excluded.window_start end
    returning key, window_start, count
  `.execute(db)
  return rows
}
