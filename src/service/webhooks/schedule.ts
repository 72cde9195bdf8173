const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How long after an attempt that failed the next one is made: some thirty hours in all. */
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

/** So that what failed together is not tried again together. */
const jitterShare = 0.1

/** When to try again after so many attempts; null when it is given up. `chance` is in [0, 1). */
export function nextAttemptAt(attempts: number, now: number, chance: number): number | null {
  const delay = delaysMs[attempts - 1]
  if (delay === undefined) return null
  return Math.round(now + delay * (1 + jitterShare * (2 * chance - 1)))
}

/** A webhook that has failed for so long is switched off when it makes us give up an event. */
export const patienceMs = 24 * hourMs
