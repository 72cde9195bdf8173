import { offsetAt } from '../../core/zone.ts'
import { dayMs } from '../events/tally.ts'

export type Interval = 'hour' | 'day'

export const intervalMs: Record<Interval, number> = { hour: 3_600_000, day: dayMs }

/** A time in which a zone's clocks do not change. */
export interface Stretch {
  start: number
  end: number
  /** How far they are ahead of UTC. */
  offset: number
}

/** The hours or days of a calendar: when each begins, and when the last one ends. */
export interface Slots {
  starts: number[]
  end: number
  stretches: Stretch[]
}

/** Longer than a day can be, with its change of clocks. */
const marginMs = 2 * dayMs

/** The slots of the zone's calendar that touch what lies from `from` to before `to`. */
export function slotsOf(from: number, to: number, interval: Interval, zone: string): Slots {
  const around = stretchesOf(from - marginMs, to + marginMs, zone)
  const all = around.flatMap((stretch, at) => startsIn(stretch, around[at - 1], interval))
  const first = all.findLast((start) => start <= from) ?? from
  const end = all.find((start) => start >= to) ?? to
  const stretches = around
    .map(({ start, end: until, offset }) => ({
      start: Math.max(start, first),
      end: Math.min(until, end),
      offset,
    }))
    .filter(({ start, end: until }) => start < until)
  return { starts: all.filter((start) => start >= first && start < end), end, stretches }
}

/**
 * An hour begins when a clock strikes, or is set. A day begins the first time that a calendar shows
 * its date, so midnight may strike twice in it, or never.
 */
function startsIn(
  { start, end, offset }: Stretch,
  before: Stretch | undefined,
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

/** No zone changes its clocks twice within it. */
const lookMs = 7 * dayMs
const secondMs = 1000

function stretchesOf(from: number, to: number, zone: string): Stretch[] {
  const stretches: Stretch[] = []
  let stretch: Stretch = { start: from, end: to, offset: offsetAt(from, zone) }
  for (let at = from; at < to; at += lookMs) {
    const next = Math.min(at + lookMs, to)
    const offset = offsetAt(next, zone)
    if (offset === stretch.offset) continue
    const change = changeIn(at, next, zone)
    stretches.push({ ...stretch, end: change })
    stretch = { start: change, end: to, offset }
  }
  return [...stretches, stretch]
}

/** The second, of those after `from` up to `to`, from which on the offset is that of `to`. */
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
