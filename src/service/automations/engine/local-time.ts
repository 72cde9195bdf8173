import { dayMs, hourMs } from '../../../core/time.ts'
import { isZone, wallTimeAt } from '../../../core/zone.ts'
import { instantInZone } from '../../campaigns/sending/recipient-timezone.ts'

/** Returns the contact's time zone, or the account's if the contact has no valid one. */
export const zoneOrDefault = (zone: unknown, accounts: string): string => {
  const name = typeof zone === 'string' ? zone.trim() : ''
  return isZone(name) ? name : accounts
}

/** Returns the next time at which the zone's clocks show the full hour; `now` if they do. */
export function nextHour(zone: string, hour: number, now: number): number {
  const wall = wallTimeAt(now, zone)
  const today = Math.floor(wall / dayMs) * dayMs + hour * hourMs
  const first = instantInZone(zone, today)
  return first >= now ? first : instantInZone(zone, today + dayMs)
}

/**
 * Adds days in the zone's local time: the hour stays the same, although a day may have 23 or 25
 * hours.
 */
export const daysAfter = (zone: string, instant: number, days: number): number =>
  days === 0 ? instant : instantInZone(zone, wallTimeAt(instant, zone) + days * dayMs)
