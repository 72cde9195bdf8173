import { dayMs } from './time.ts'

/**
 * The date and time on a wall clock, encoded as milliseconds since the epoch as if the clock were
 * in UTC.
 */
export type WallTime = number

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the UTC offset of the zone at an instant, in milliseconds. */
export function offsetAt(instant: number, zone: string): number {
  const whole = Math.floor(instant / 1000) * 1000
  const parts = new Map(
    formatOf(zone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return wall - whole
}

/**
 * Returns the instants at which the zone's clocks show a time, in order: none in a gap, two in a
 * fold.
 */
export function instantsAt(wall: WallTime, zone: string): number[] {
  // No offset exceeds a day, so these two instants see the offsets before and after a change.
  const offsets = new Set([wall - dayMs, wall, wall + dayMs].map((near) => offsetAt(near, zone)))
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((instant) => instant + offsetAt(instant, zone) === wall)
    .sort((a, b) => a - b)
}

export const wallTimeAt = (instant: number, zone: string): WallTime =>
  instant + offsetAt(instant, zone)

/**
 * Checks for a name such as Europe/Madrid. Newer runtimes also accept offsets, which are not zones.
 */
export function isZone(zone: string): boolean {
  if (!/^[a-z]/i.test(zone)) return false
  try {
    formatOf(zone)
    return true
  } catch {
    return false // Intl reports an unknown zone only by throwing.
  }
}

/** Formats an offset as RFC 3339 does: `+02:00`. */
export function writeOffset(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const pair = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${pair.join(':')}`
}

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(zone, format)
  }
  return format
}
