import type { KeyCount } from './limits-store.ts'

/** Bounds the memory in a flood from many addresses. */
const maxKeys = 100_000

/**
 * Counts requests by key in consecutive time windows: those of this process, and those of the
 * others as of the last exchange.
 */
interface CountWindow {
  /** Counts a request, and returns the new count. */
  add(key: string, now: number): number
  /** Returns counts that are not shared yet, for keys with at least `minCount` requests. */
  unshared(minCount: number): KeyCount[]
  /** Applies the sums that the database returned for the shared counts. */
  merge(shared: readonly KeyCount[], sums: readonly KeyCount[]): void
}

interface Count {
  /** The sum over all processes, as far as known here. */
  sum: number
  /** The part of `sum` that the other processes do not know. */
  unshared: number
}

/** `prefix` keeps the keys apart from those of other windows, where they are shared. */
export function createWindow(windowMs: number, prefix = ''): CountWindow {
  const counts = new Map<string, Count>()
  let start = 0

  return {
    add(key, now) {
      const current = now - (now % windowMs)
      if (current !== start || counts.size > maxKeys) counts.clear()
      start = current
      const count = counts.get(key) ?? { sum: 0, unshared: 0 }
      counts.set(key, count)
      count.unshared += 1
      count.sum += 1
      return count.sum
    },
    unshared: (minCount) =>
      [...counts]
        .filter(([, { sum, unshared }]) => sum >= minCount && unshared > 0)
        .map(([key, { unshared }]) => ({
          key: prefix + key,
          window_start: start,
          count: unshared,
        })),
    merge(shared, sums) {
      const sent = new Map(shared.map(({ key, count }) => [key, count]))
      for (const { key, window_start, count } of sums) {
        const counter = counts.get(key.slice(prefix.length))
        if (!counter || window_start !== start) continue
        counter.unshared -= sent.get(key) ?? 0
        counter.sum = count + counter.unshared
      }
    },
  }
}
