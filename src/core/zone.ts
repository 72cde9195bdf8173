/** The fields of a clock on the wall, as milliseconds since the epoch would be if it stood in UTC. */
export type WallTime = number

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far the zone's clocks are ahead of UTC at that instant, in milliseconds. */
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

/** The instants at which the zone's clocks show that time: none in a gap, two in a fold, in order. */
export function instantsAt(wall: WallTime, zone: string): number[] {
  // No zone is further than a day from UTC, so these two see the offsets before and after a change.
  const dayMs = 86_400_000
  const offsets = new Set([wall - dayMs, wall, wall + dayMs].map((near) => offsetAt(near, zone)))
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((instant) => instant + offsetAt(instant, zone) === wall)
    .sort((one, other) => one - other)
}

export const wallTimeAt = (instant: number, zone: string): WallTime =>
  instant + offsetAt(instant, zone)

/** A name such as Europe/Madrid; an offset is none, though newer runtimes take it for one. */
export function isZone(zone: string): boolean {
  if (!/^[a-z]/i.test(zone)) return false
  try {
    formatOf(zone)
    return true
  } catch {
    return false // Intl tells an unknown zone by throwing, and in no other way.
  }
}

/** `+02:00`, as RFC 3339 writes it. */
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
