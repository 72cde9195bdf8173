import { dayMs, hourMs, secondMs } from '../../core/time.ts'
import { offsetAt } from '../../core/zone.ts'

type Interval = 'hour' | 'day'

export const intervalMs: Record<Interval, number> = { hour: hourMs, day: dayMs }

/** A period in which the UTC offset of a timezone is constant. */
export interface FixedOffsetPeriod {
  start: number
  end: number
  /** Milliseconds ahead of UTC. */
  offset: number
}

/** Hours or days of a local calendar: when each begins, and when the last one ends. */
interface Slots {
  starts: number[]
  end: number
  periods: FixedOffsetPeriod[]
}

/** Longer than a day with a clock change. */
const marginMs = 2 * dayMs

/** Returns the slots of the local calendar that overlap `from` (inclusive) to `to` (exclusive). */
export function slotsOf(from: number, to: number, interval: Interval, zone: string): Slots {
  const around = fixedOffsetPeriods(from - marginMs, to + marginMs, zone)
  const all = around.flatMap((period, index) => startsIn(period, around[index - 1], interval))
  const first = all.findLast((start) => start <= from) ?? from
  const end = all.find((start) => start >= to) ?? to
  const periods = around
    .map(({ start, end: until, offset }) => ({
      start: Math.max(start, first),
      end: Math.min(until, end),
      offset,
    }))
    .filter(({ start, end: until }) => start < until)
  return { starts: all.filter((start) => start >= first && start < end), end, periods }
}

/**
 * Returns the slot starts in a period. An hour begins on the hour or at a clock change. A day
 * begins when its date first shows, so midnight may occur twice in it, or never.
 */
function startsIn(
  { start, end, offset }: FixedOffsetPeriod,
  before: FixedOffsetPeriod | undefined,
  interval: Interval,
): number[] {
  const step = intervalMs[interval]
  const numberAt = (instant: number, ahead: number) => Math.floor((instant + ahead) / step)
  const starts: number[] = []
  const first = Math.ceil((start + offset) / step) * step - offset
  if (before && first !== start) starts.push(start)
  for (let at = first; at < end; at += step) starts.push(at)
  if (!before || interval === 'hour') return starts
  const lastDay = numberAt(start - 1, before.offset)
  return starts.filter((at) => numberAt(at, offset) > lastDay)
}

/** No timezone changes its offset twice within this time. */
const maxStepMs = 7 * dayMs

function fixedOffsetPeriods(from: number, to: number, zone: string): FixedOffsetPeriod[] {
  const periods: FixedOffsetPeriod[] = []
  let period: FixedOffsetPeriod = { start: from, end: to, offset: offsetAt(from, zone) }
  for (let at = from; at < to; at += maxStepMs) {
    const next = Math.min(at + maxStepMs, to)
    const offset = offsetAt(next, zone)
    if (offset === period.offset) continue
    const change = changeIn(at, next, zone)
    periods.push({ ...period, end: change })
    period = { start: change, end: to, offset }
  }
  return [...periods, period]
}

/** Finds the second in (from, to] at which the offset becomes that of `to`, by bisection. */
function changeIn(from: number, to: number, zone: string): number {
  const offset = offsetAt(to, zone)
  let [before, after] = [Math.floor(from / secondMs), Math.ceil(to / secondMs)]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle * secondMs, zone) === offset) after = middle
    else before = middle
  }
  return after * secondMs
}
