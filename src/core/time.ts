/** Units of time in milliseconds. A day is 24 hours: what a calendar calls a day depends on the zone. */
export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const quarterHourMs = 15 * minuteMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** Returns RFC 3339 in UTC, with milliseconds. Null and undefined become null. */
export function toIsoTime(instant: number): string
export function toIsoTime(instant: number | null | undefined): string | null
export function toIsoTime(instant: number | null | undefined): string | null {
  return instant === null || instant === undefined ? null : new Date(instant).toISOString()
}
