import type { Trigger } from '../../../contract/shapes/automation-node.ts'
import { isZone } from '../../../core/zone.ts'
import { instantIn } from '../../campaigns/recipient-hour.ts'
import { dayMs, hourMs } from './moment.ts'

export type DateTrigger = Extract<Trigger, { type: 'date_field' }>

/** A stretch of time: after `from`, up to and with `to`. */
export interface Span {
  from: number
  to: number
}

/** Kiribati is first to see a day, and Baker Island last. */
const mostAheadMs = 14 * hourMs
const mostBehindMs = 12 * hourMs

const usualHour = 9

/** Whoever was born before is no subscriber any more. */
const firstYear = 1850

/**
 * The calendar days, as midnights of UTC, on which somewhere on earth the clocks show the trigger's
 * hour within a span.
 */
export function daysWithin({ hour = usualHour }: DateTrigger, { from, to }: Span): number[] {
  const days: number[] = []
  const first = Math.floor((from - mostBehindMs) / dayMs) * dayMs - dayMs
  for (let day = first; day + hour * hourMs - mostAheadMs <= to; day += dayMs) {
    if (day + hour * hourMs + mostBehindMs > from) days.push(day)
  }
  return days
}

/** The values of a date field, from and until as seconds, whose day it then is. */
export function valuesOn(
  { offset_days: offset = 0, yearly = false }: DateTrigger,
  day: number,
): { from: number; until: number }[] {
  const occasion = new Date(day - offset * dayMs)
  const year = occasion.getUTCFullYear()
  const [month, date] = [occasion.getUTCMonth(), occasion.getUTCDate()]
  if (!yearly) return [wholeDay(occasion.getTime())]
  // In a year without the 29th of February, those who were born on it have their day on the 28th.
  const isLastOfFebruary = month === 1 && date === 28 && !isLeap(year)
  const years = Array.from({ length: year - firstYear + 1 }, (_, at) => firstYear + at)
  return years.flatMap((each) => [
    ...(month === 1 && date === 29 && !isLeap(each) ? [] : [wholeDay(Date.UTC(each, month, date))]),
    ...(isLastOfFebruary && isLeap(each) ? [wholeDay(Date.UTC(each, 1, 29))] : []),
  ])
}

/** When it is the hour of that day on a contact's own clock. */
export const momentOf = ({ hour = usualHour }: DateTrigger, day: number, zone: string): number =>
  instantIn(isZone(zone) ? zone : 'UTC', day + hour * hourMs)

const isLeap = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1

/** Date fields hold whole days as midnight of UTC. */
const wholeDay = (day: number) => ({ from: day / 1000, until: (day + dayMs) / 1000 })
