interface Sized {
  columns?: number
}

const defaultColumns = 80

/** The width of the first stream that knows it. Some terminals report 0, which means unknown. */
export function columnsOf(...streams: readonly Sized[]): number {
  const known = streams.map(({ columns }) => columns).find((columns) => columns && columns > 0)
  return known ?? defaultColumns
}
