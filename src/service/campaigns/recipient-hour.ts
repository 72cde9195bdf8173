import { instantsAt, isZone, offsetAt, wallTimeAt } from '../../core/zone.ts'
import type { Campaign } from './store.ts'

/** The key of the custom field in which a contact's own zone stands, as `America/Bogota`. */
export const zoneField = 'timezone'

const hourMs = 3_600_000

/** Kiribati is first to see a day, and nowhere is it later than there. */
const mostAheadMs = 14 * hourMs

/** No two clocks on earth are further apart. */
export const mostApartMs = 26 * hourMs

type Planned = Pick<Campaign, 'scheduled_at' | 'timezone' | 'by_recipient_timezone'>

/** Whether everybody gets it at its hour of their own clock, and not all at once. */
export const isByRecipient = (row: Planned): boolean =>
  row.by_recipient_timezone === 1 && row.scheduled_at !== null

/** When the first clocks show the hour: by then the audience has to be fixed. */
export function earliestOf({ scheduled_at, timezone, by_recipient_timezone }: Planned): number {
  const at = scheduled_at ?? 0
  return by_recipient_timezone === 1 ? wallTimeAt(at, timezone ?? 'UTC') - mostAheadMs : at
}

/** When a contact's clock shows the hour; where no zone of theirs is known, when the campaign's does. */
export function hoursOf({ scheduled_at, timezone }: Planned): (zone: unknown) => number {
  const at = scheduled_at ?? 0
  const wall = wallTimeAt(at, timezone ?? 'UTC')
  const known = new Map<string, number>()
  return (zone) => {
    const name = typeof zone === 'string' ? zone.trim() : ''
    const found = known.get(name) ?? (isZone(name) ? instantIn(name, wall) : at)
    known.set(name, found)
    return found
  }
}

/**
 * When the clocks there show that time: the first time where they show it twice, and in an hour that
 * summer time leaves out the moment it would have been without it.
 */
export const instantIn = (zone: string, wall: number): number =>
  instantsAt(wall, zone)[0] ?? wall - offsetAt(wall - mostApartMs, zone)
