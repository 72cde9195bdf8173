import { hourMs, minuteMs } from '../../core/time.ts'

/** Delays after failed attempts, some thirty hours in total. */
const delaysMs = [
  5000,
  30_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
]

/** Jitter, so that deliveries that failed together are not retried together. */
const jitterShare = 0.1

/** Returns when to retry after `attempts` attempts; null to give up. `chance` is in [0, 1). */
export function nextAttemptAt(attempts: number, now: number, chance: number): number | null {
  const delay = delaysMs[attempts - 1]
  if (delay === undefined) return null
  return Math.round(now + delay * (1 + jitterShare * (2 * chance - 1)))
}

/** A webhook is disabled when it has failed for this long and a delivery is given up. */
export const disableAfterMs = 24 * hourMs
