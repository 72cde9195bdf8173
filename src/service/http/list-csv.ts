import { joinInTurns } from '../../core/yield.ts'
import { type CsvCell, writeCsvRow } from '../../tabular/csv-writer.ts'

/**
 * Writes a list as CSV with the API's names as columns. The columns do not depend on the rows, so
 * the first line can be sent before the last page is read. An object is written as JSON.
 */
export async function* writeListCsv(
  columns: readonly string[],
  pages: AsyncIterable<readonly object[]> | Iterable<readonly object[]>,
): AsyncGenerator<string> {
  yield writeCsvRow(columns)
  for await (const items of pages) {
    yield await joinInTurns(items, (item) =>
      writeCsvRow(columns.map((name) => cellOf(valueAt(item, name)))),
    )
  }
}

const valueAt = (item: object, name: string): unknown =>
  Object.hasOwn(item, name) ? (item as Record<string, unknown>)[name] : undefined

function cellOf(value: unknown): CsvCell {
  if (typeof value !== 'object') return value as CsvCell // an answer contains only JSON values
  if (value === null) return null
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
    ? value.join(', ')
    : JSON.stringify(value)
}
