import { Failure } from '../../core/failure.ts'
import { dayMs } from '../events/tally.ts'

/** Milliseconds; `to` is not in it any more. */
export interface Period {
  from: number
  to: number
}

const usualDays = 30

/** A year of hours, and more days than anybody looks at. */
const mostIntervals = 10_000

/** What was asked for, or else the last days up to then or now. */
export function periodOf(
  asked: { from?: string | undefined; to?: string | undefined },
  { now, intervalMs = dayMs }: { now: number; intervalMs?: number },
): Period {
  const to = asked.to === undefined ? now : Date.parse(asked.to)
  const from = asked.from === undefined ? to - usualDays * dayMs : Date.parse(asked.from)
  if (from >= to) throw new Failure('invalid', { problems: [{ field: 'to', code: 'bad_range' }] })
  if ((to - from) / intervalMs > mostIntervals) {
    const problem = { field: 'from', code: 'too_many', values: { limit: mostIntervals } } as const
    throw new Failure('invalid', { problems: [problem] })
  }
  return { from, to }
}
