import { dayMs } from '../../core/time.ts'
import type { Period } from './period.ts'

/** Lengths in days. Each is a multiple of the next, so a year needs some twenty rows per domain. */
const lengths = [64, 8, 1] as const

/** A span of `days` days that starts at `day`. */
interface RollupSpan {
  days: number
  day: number
}

/** Returns the spans that contain a day, one of each length. */
export const spansContaining = (day: number): RollupSpan[] =>
  lengths.map((days) => ({ days, day: day - (day % (days * dayMs)) }))

/** Consecutive spans of one length. */
export interface SpanRun extends Period {
  days: number
}

/** Returns the fewest spans that make up a period of whole days, in at most five runs. */
export function spanRunsOf({ from, to }: Period): SpanRun[] {
  const runs: SpanRun[] = []
  for (let day = from; day < to; ) {
    const days =
      lengths.find((length) => day % (length * dayMs) === 0 && day + length * dayMs <= to) ?? 1
    const end = day + days * dayMs
    const last = runs.at(-1)
    if (last?.days === days) last.to = end
    else runs.push({ days, from: day, to: end })
    day = end
  }
  return runs
}
