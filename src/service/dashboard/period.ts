import { Failure } from '../../core/failure.ts'
import { dayMs } from '../../core/time.ts'

/** Times in ms; `to` is exclusive. */
export interface Period {
  from: number
  to: number
}

const defaultDays = 30

/** A year of hours. */
const maxIntervals = 10_000

/** Returns the requested period, by default the last 30 days. */
export function periodOf(
  request: { from?: string | undefined; to?: string | undefined },
  { now, intervalMs = dayMs }: { now: number; intervalMs?: number },
): Period {
  const to = request.to === undefined ? now : Date.parse(request.to)
  const from = request.from === undefined ? to - defaultDays * dayMs : Date.parse(request.from)
  if (from >= to) throw new Failure('invalid', { problems: [{ field: 'to', code: 'bad_range' }] })
  if ((to - from) / intervalMs > maxIntervals) {
    const problem = { field: 'from', code: 'too_many', values: { limit: maxIntervals } } as const
    throw new Failure('invalid', { problems: [problem] })
  }
  return { from, to }
}
