import type { Trigger } from '../../../../contract/shapes/flows/automation-node.ts'
import { dayMs, hourMs } from '../../../../core/time.ts'
import { isZone } from '../../../../core/zone.ts'
import { instantInZone } from '../../../campaigns/sending/recipient-timezone.ts'

export type DateTrigger = Extract<Trigger, { type: 'date_field' }>

/** A time range: after `from`, up to and including `to`. */
export interface TimeRange {
  from: number
  to: number
}

/** The time zones that are furthest from UTC: Kiribati and Baker Island. */
const maxAheadMs = 14 * hourMs
const maxBehindMs = 12 * hourMs

const defaultHour = 9

/** The earliest plausible year of birth of a subscriber. */
const firstYear = 1850

/**
 * Returns the calendar days, as midnights in UTC, on which clocks somewhere on earth show the
 * trigger's hour within a time range.
 */
export function daysWithin({ hour = defaultHour }: DateTrigger, { from, to }: TimeRange): number[] {
  const days: number[] = []
  const first = Math.floor((from - maxBehindMs) / dayMs) * dayMs - dayMs
  for (let day = first; day + hour * hourMs - maxAheadMs <= to; day += dayMs) {
    if (day + hour * hourMs + maxBehindMs > from) days.push(day)
  }
  return days
}

/** Returns the ranges of field values, in seconds, whose occasion falls on a day. */
export function fieldRangesFor(
  { offset_days: offset = 0, yearly = false }: DateTrigger,
  day: number,
): { from: number; until: number }[] {
  const occasion = new Date(day - offset * dayMs)
  const year = occasion.getUTCFullYear()
  const [month, date] = [occasion.getUTCMonth(), occasion.getUTCDate()]
  if (!yearly) return [wholeDay(occasion.getTime())]
  // In a common year, an anniversary of February 29 falls on February 28.
  const isLastOfFebruary = month === 1 && date === 28 && !isLeap(year)
  const years = Array.from({ length: year - firstYear + 1 }, (_, index) => firstYear + index)
  return years.flatMap((birthYear) => [
    ...(month === 1 && date === 29 && !isLeap(birthYear)
      ? []
      : [wholeDay(Date.UTC(birthYear, month, date))]),
    ...(isLastOfFebruary && isLeap(birthYear) ? [wholeDay(Date.UTC(birthYear, 1, 29))] : []),
  ])
}

/** Returns when a contact's clock shows the trigger's hour on that day. */
export const triggerInstant = (
  { hour = defaultHour }: DateTrigger,
  day: number,
  zone: string,
): number => instantInZone(isZone(zone) ? zone : 'UTC', day + hour * hourMs)

const isLeap = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1

/** Date fields store whole days as midnight in UTC. */
const wholeDay = (day: number) => ({ from: day / 1000, until: (day + dayMs) / 1000 })
