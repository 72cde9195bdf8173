import type { Counted } from './limits-store.ts'

/** So that a flood from many addresses cannot fill the memory. */
const mostCounted = 100_000

/**
 * Requests by key in one window of time after another: those of this process, and those of others as
 * of the last exchange.
 */
export interface Window {
  /** Counts one more; answers how many there are with it. */
  take(key: string, now: number): number
  /** What was not told to the others yet, of keys that have at least so many. */
  untold(least: number): Counted[]
  /** What all have counted, as an answer to what was told. */
  learn(told: readonly Counted[], sums: readonly Counted[]): void
}

interface Count {
  /** Everybody's, as far as it is known here. */
  sum: number
  /** Of those, how many the others do not know of. */
  untold: number
}

export function createWindow(windowMs: number): Window {
  const counts = new Map<string, Count>()
  let start = 0

  return {
    take(key, now) {
      const current = now - (now % windowMs)
      if (current !== start || counts.size > mostCounted) counts.clear()
      start = current
      const count = counts.get(key) ?? { sum: 0, untold: 0 }
      counts.set(key, count)
      count.untold += 1
      count.sum += 1
      return count.sum
    },
    untold: (least) =>
      [...counts]
        .filter(([, { sum, untold }]) => sum >= least && untold > 0)
        .map(([key, { untold }]) => ({ key, window_start: start, count: untold })),
    learn(told, sums) {
      const sent = new Map(told.map(({ key, count }) => [key, count]))
      for (const { key, window_start, count } of sums) {
        const known = counts.get(key)
        if (!known || window_start !== start) continue
        known.untold -= sent.get(key) ?? 0
        known.sum = count + known.untold
      }
    },
  }
}
