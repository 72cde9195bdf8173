import { minuteMs } from '../../core/time.ts'

const firstPauseMs = 250
const longestPauseMs = 10_000
/** A child that has run for so long is restarted as the first time. */
const longRunMs = minuteMs
/** After so many failed starts of a child in a row, the group ends. */
const maxFailedStarts = 5

interface Ending {
  ranMs: number
  /** Whether it had accepted requests. */
  hadStarted: boolean
}

/** Decides when one child of a group is started again after it has ended. */
export function createRestarts() {
  let shortRuns = 0
  let failedStarts = 0
  return {
    /** Returns how long to wait, or undefined if the group has to end. */
    pauseAfter({ ranMs, hadStarted }: Ending): number | undefined {
      failedStarts = hadStarted ? 0 : failedStarts + 1
      if (failedStarts >= maxFailedStarts) return undefined
      shortRuns = ranMs >= longRunMs ? 0 : shortRuns + 1
      return Math.min(firstPauseMs * 2 ** Math.max(shortRuns - 1, 0), longestPauseMs)
    },
  }
}
