import { dayMs } from '../events/tally.ts'
import type { Period } from './period.ts'

/** Each a multiple of the next, so that the rows of a year are those of some twenty days. */
const lengths = [64, 8, 1] as const

/** So many days, from this one on. */
export interface Span {
  days: number
  day: number
}

/** The spans that a day is in, one of each length. */
export const spansWith = (day: number): Span[] =>
  lengths.map((days) => ({ days, day: day - (day % (days * dayMs)) }))

/** Spans of one length, one behind the other. */
export interface Run extends Period {
  days: number
}

/** The fewest spans that make up a period of whole days: five runs at most. */
export function runsOf({ from, to }: Period): Run[] {
  const runs: Run[] = []
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
