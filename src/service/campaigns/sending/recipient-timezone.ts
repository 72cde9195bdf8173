import { hourMs } from '../../../core/time.ts'
import { instantsAt, isZone, offsetAt, wallTimeAt } from '../../../core/zone.ts'
import type { Campaign } from '../store.ts'

/** The key of the custom field with a contact's timezone, such as `America/Bogota`. */
export const timezoneField = 'timezone'

/** Kiribati has the earliest timezone, UTC+14. */
const maxAheadMs = 14 * hourMs

/** The largest difference between two timezones. */
export const maxZoneDifferenceMs = 26 * hourMs

type ScheduleColumns = Pick<Campaign, 'scheduled_at' | 'timezone' | 'by_recipient_timezone'>

/** Whether each recipient gets the message at the scheduled hour of their own timezone. */
export const usesRecipientTimezone = (row: ScheduleColumns): boolean =>
  row.by_recipient_timezone === 1 && row.scheduled_at !== null

/**
 * Returns when the earliest timezone reaches the scheduled hour. The audience must be fixed by
 * then.
 */
export function earliestSendTime({
  scheduled_at,
  timezone,
  by_recipient_timezone,
}: ScheduleColumns): number {
  const at = scheduled_at ?? 0
  return by_recipient_timezone === 1 ? wallTimeAt(at, timezone ?? 'UTC') - maxAheadMs : at
}

/**
 * Returns a function from timezone to send time. An unknown timezone gets the campaign's own send
 * time.
 */
export function sendTimesByTimezone({
  scheduled_at,
  timezone,
}: ScheduleColumns): (zone: unknown) => number {
  const at = scheduled_at ?? 0
  const wall = wallTimeAt(at, timezone ?? 'UTC')
  const known = new Map<string, number>()
  return (zone) => {
    const name = typeof zone === 'string' ? zone.trim() : ''
    const found = known.get(name) ?? (isZone(name) ? instantInZone(name, wall) : at)
    known.set(name, found)
    return found
  }
}

/**
 * Returns when local clocks show a wall time. Of an hour that occurs twice, the first; for an hour
 * that daylight saving time skips, the moment it would have been without the change.
 */
export const instantInZone = (zone: string, wall: number): number =>
  instantsAt(wall, zone)[0] ?? wall - offsetAt(wall - maxZoneDifferenceMs, zone)
