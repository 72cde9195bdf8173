/** The columns that a rejects file adds to those of its source. */
export const rejectColumns = ['line', 'error_code', 'error_message'] as const

/** Removes those columns from a row of a corrected rejects file. */
export function withoutRejectColumns(
  header: readonly string[],
  cells: readonly string[],
): readonly string[] {
  const width = header.length
  const last = header.slice(-rejectColumns.length)
  const isRejects = rejectColumns.every((name, index) => last[index]?.trim() === name)
  return isRejects && cells.length >= width ? cells.slice(0, -rejectColumns.length) : cells
}
