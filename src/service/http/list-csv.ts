import { type CsvCell, writeCsvRow } from '../../tabular/csv-writer.ts'

/**
 * A list as CSV, in the names of the wire: the same columns whatever the rows hold, so that the first
 * line can go out before the last page is known. What is an object in JSON is JSON in its cell.
 */
export async function* writeListCsv(
  columns: readonly string[],
  pages: AsyncIterable<readonly object[]> | Iterable<readonly object[]>,
): AsyncGenerator<string> {
  yield writeCsvRow(columns)
  for await (const items of pages) {
    yield items
      .map((item) => writeCsvRow(columns.map((name) => cellOf(valueAt(item, name)))))
      .join('')
  }
}

const valueAt = (item: object, name: string): unknown =>
  Object.hasOwn(item, name) ? (item as Record<string, unknown>)[name] : undefined

function cellOf(value: unknown): CsvCell {
  if (typeof value !== 'object') return value as CsvCell // an answer holds what JSON can
  if (value === null) return null
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
    ? value.join(', ')
    : JSON.stringify(value)
}
