import { instantsAt, wallTimeAt } from '../../core/zone.ts'

/** When the calendar month ends that the instant falls in, by the zone's clocks. */
export function endOfMonth(instant: number, zone: string): number {
  const wall = new Date(wallTimeAt(instant, zone))
  const first = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 1)
  // Where the clocks skip that midnight, the month begins as soon as they go on.
  const [start = instantsAt(first + 3_600_000, zone)[0] ?? first] = instantsAt(first, zone)
  return start
}
