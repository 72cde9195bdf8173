/** What a rejects file has behind the columns of its source. */
export const rejectColumns = ['line', 'error_code', 'error_message'] as const

/** The cells of a row without those columns, when its file is a rejects file that was mended. */
export function withoutRejectColumns(
  header: readonly string[],
  cells: readonly string[],
): readonly string[] {
  const width = header.length
  const last = header.slice(-rejectColumns.length)
  const isRejects = rejectColumns.every((name, index) => last[index]?.trim() === name)
  return isRejects && cells.length >= width ? cells.slice(0, -rejectColumns.length) : cells
}
