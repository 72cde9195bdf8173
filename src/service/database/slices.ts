import { setImmediate } from 'node:timers/promises'

/** Rows in one statement: some 10 ms of SQLite, whose one writer others wait for. */
export const sliceSize = 1000

/** Works on many rows a slice at a time and lets the loop turn in between. */
export async function inSlices<Row>(
  rows: readonly Row[],
  work: (slice: readonly Row[]) => Promise<void>,
  size = sliceSize,
): Promise<void> {
  for (let start = 0; start < rows.length; start += size) {
    if (start > 0) await setImmediate()
    await work(rows.slice(start, start + size))
  }
}

/** The same for rows that are found as one goes: `next` works on a slice and says whether there is more. */
export async function whileMore(next: () => Promise<boolean>): Promise<void> {
  while (await next()) await setImmediate()
}
