import { yieldToEventLoop } from '../../core/clock.ts'

/** Rows in one statement: about 10 ms of SQLite, whose single writer others wait for. */
export const sliceSize = 1000

/** Processes rows a slice at a time, and yields to the event loop in between. */
export async function inSlices<Row>(
  rows: readonly Row[],
  work: (slice: readonly Row[]) => Promise<void>,
  size = sliceSize,
): Promise<void> {
  for (let start = 0; start < rows.length; start += size) {
    if (start > 0) await yieldToEventLoop()
    await work(rows.slice(start, start + size))
  }
}

/**
 * The same for rows that are searched for along the way: `next` processes a slice and returns
 * whether there may be more.
 */
export async function whileMore(next: () => Promise<boolean>): Promise<void> {
  while (await next()) await yieldToEventLoop()
}
