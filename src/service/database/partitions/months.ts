/** The start of a month in UTC, `offset` months later than the one of a time. */
export function monthStart(time: number, offset = 0): number {
  const date = new Date(time)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset)
}

/** Names the partition of the month that starts at a time: `events_2027_03`. */
export const monthName = (table: string, start: number): string =>
  `${table}_${new Date(start).toISOString().slice(0, 7).replace('-', '_')}`
