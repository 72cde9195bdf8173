import { Failure, type Problem } from '../core/failure.ts'
import { mustYield, yieldTurn } from '../core/yield.ts'
import { isGuarded, unguarded } from './csv-writer.ts'
import type { Decoder } from './decoder.ts'
import { declaredDelimiter, detectDelimiter, namedDelimiter, type Sample } from './delimiter.ts'
import { endLines } from './line-breaks.ts'
import { createRecordReader } from './record-reader.ts'
import type { CsvTableFormat, Row } from './table.ts'
import { decodeText } from './text.ts'
import { maxColumns } from './xlsx/columns.ts'

interface CsvSource {
  chunks: AsyncIterable<Uint8Array>
  sample: Sample
  decoder: Decoder
  delimiter: string | undefined
}

interface CsvTable {
  format: CsvTableFormat
  header: Row
  rows: AsyncGenerator<Row>
}

export async function readCsv(source: CsvSource): Promise<CsvTable> {
  const { decoder, sample } = source
  const declared = declaredDelimiter(sample.text)
  const delimiter = source.delimiter
    ? namedDelimiter(source.delimiter)
    : (declared ?? detectDelimiter(sample))
  const records = readRecords(endLines(decodeText(source.chunks, decoder)), delimiter)
  if (declared) await records.next()
  const first = await records.next()
  if (first.done) throw new Failure('file_empty')
  const header = { ...first.value, cells: withoutBlankEnd(first.value.cells) }
  if (header.flaw || header.cells.length > maxColumns)
    throw new Failure('file_not_table', { values: { line: header.line } })
  const format: CsvTableFormat = {
    kind: 'csv',
    delimiter,
    get encoding() {
      return decoder.encoding
    },
    get strayBytes() {
      return decoder.strayBytes
    },
  }
  return { format, header, rows: readRows(records, header.cells.length) }
}

async function* readRecords(
  texts: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<Row, undefined> {
  const reader = createRecordReader(delimiter)
  for await (const text of texts) yield* inTurns(reader.write(text))
  yield* inTurns(reader.end())
}

/** Blank rows yield nothing, so this counts the time, not the rows. */
async function* inTurns(batches: Iterable<Row[]>): AsyncGenerator<Row, undefined> {
  for (const batch of batches) {
    // Not `yield*`, which awaits each row of an array as if it were a promise.
    for (const row of batch) yield row
    if (mustYield()) await yieldTurn()
  }
}

async function* readRows(records: AsyncIterable<Row>, columns: number): AsyncGenerator<Row> {
  for await (const row of records) {
    row.flaw ??= misshapen(row.cells, columns)
    if (row.cells.length > columns) row.cells.length = row.flaw ? maxShown(row.cells) : columns
    // Most rows have no such cell and are not copied.
    if (row.cells.some(isGuarded)) row.cells = row.cells.map(unguarded)
    yield row
  }
}

/** A line of delimiters alone has a quarter of a million cells. */
const maxShown = (cells: readonly string[]): number => Math.min(cells.length, maxColumns)

/**
 * Ignores blank cells to the right of the header, which spreadsheets leave after a column is
 * cleared.
 */
function misshapen(cells: readonly string[], columns: number): Problem | undefined {
  if (cells.length === columns) return undefined
  const values = { cells: cells.length, columns }
  if (cells.length < columns) return { field: 'row', code: 'too_few', values }
  return cells.slice(columns).some((cell) => cell.trim() !== '')
    ? { field: 'row', code: 'too_many', values }
    : undefined
}

const withoutBlankEnd = (cells: string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1)
