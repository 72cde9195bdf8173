import { isZone, wallTimeAt } from '../../../core/zone.ts'
import { instantIn } from '../../campaigns/recipient-hour.ts'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** Where a contact has no zone of their own, or none that there is, the account's counts. */
export const zoneOr = (zone: unknown, accounts: string): string => {
  const name = typeof zone === 'string' ? zone.trim() : ''
  return isZone(name) ? name : accounts
}

/** The next time that the clocks there show the full hour; now, when they do. */
export function nextHour(zone: string, hour: number, now: number): number {
  const wall = wallTimeAt(now, zone)
  const today = Math.floor(wall / dayMs) * dayMs + hour * hourMs
  const first = instantIn(zone, today)
  return first >= now ? first : instantIn(zone, today + dayMs)
}

/** So many days on by the clocks there: the same hour, though a day may have 23 or 25. */
export const daysAfter = (zone: string, instant: number, days: number): number =>
  days === 0 ? instant : instantIn(zone, wallTimeAt(instant, zone) + days * dayMs)
