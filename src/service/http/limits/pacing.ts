import { secondMs } from '../../../core/time.ts'

interface Pace {
  perSecond: number
  /** How many requests may come at once before the pace applies. */
  burst: number
}

/** Returns how long each request of a key waits, so that together they keep to a pace. */
interface Pacer {
  take(key: string, now: number): number
}

const maxKeys = 10_000

/**
 * Creates a pacer by the generic cell rate algorithm: for each key it keeps one time, when everything
 * taken so far would have been served at the pace.
 */
export function createPacer({ perSecond, burst }: Pace): Pacer {
  const intervalMs = secondMs / perSecond
  const burstMs = burst * intervalMs
  const servedAt = new Map<string, number>()

  return {
    take(key, now) {
      const servedBy = Math.max(servedAt.get(key) ?? 0, now) + intervalMs
      if (servedAt.size >= maxKeys) forgetIdle(now)
      servedAt.set(key, servedBy)
      return Math.max(0, Math.ceil(servedBy - burstMs - now))
    },
  }

  function forgetIdle(now: number): void {
    for (const [key, at] of servedAt) if (at <= now) servedAt.delete(key)
  }
}
