import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'

/** How many came in the window that begins at `window_start`. */
export interface Counted {
  key: string
  window_start: number
  count: number
}

/**
 * Adds what one process has counted to what all have, and answers the sums. A window that others have
 * left behind already is not gone back to.
 */
export async function addCounts(db: Executor, counts: readonly Counted[]): Promise<Counted[]> {
  // Two processes that hold each other's rows would wait for ever; in one order they only wait.
  const sorted = [...counts].sort((one, other) => (one.key < other.key ? -1 : 1))
  const columns = { key: 'text', window_start: 'int', count: 'int' } as const
  const { rows } = await sql<Counted>`
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
