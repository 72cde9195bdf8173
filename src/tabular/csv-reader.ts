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
  const pieces = readPieces(endLines(decodeText(source.chunks, decoder)), delimiter)
  const start = await readAhead(pieces, declared ? 2 : 1)
  const [first, ...rest] = declared ? start.slice(1) : start
  if (!first) throw new Failure('file_empty')
  const header = { ...first, cells: withoutBlankEnd(first.cells) }
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
  return { format, header, rows: readRows(rest, pieces, header.cells.length) }
}

/** Yields the rows of each piece of text as an array: a promise for each row would take half the time. */
async function* readPieces(
  texts: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<readonly Row[], undefined> {
  const reader = createRecordReader(delimiter)
  for await (const text of texts) yield* inTurns(reader.write(text))
  yield* inTurns(reader.end())
}

/** Blank rows yield nothing, so this counts the time, not the rows. */
async function* inTurns(pieces: Iterable<Row[]>): AsyncGenerator<Row[], undefined> {
  for (const rows of pieces) {
    if (rows.length > 0) yield rows
    if (mustYield()) await yieldTurn()
  }
}

/** Reads pieces until they have so many rows. Returns fewer at the end of the file. */
async function readAhead(pieces: AsyncGenerator<readonly Row[]>, count: number): Promise<Row[]> {
  const rows: Row[] = []
  while (rows.length < count) {
    const next = await pieces.next()
    if (next.done) break
    rows.push(...next.value)
  }
  return rows
}

async function* readRows(
  first: readonly Row[],
  pieces: AsyncIterable<readonly Row[]>,
  columns: number,
): AsyncGenerator<Row> {
  for (const row of first) yield toWidth(row, columns)
  for await (const rows of pieces) for (const row of rows) yield toWidth(row, columns)
}

/** Makes a row as wide as the header, or marks it as misshapen. */
function toWidth(row: Row, columns: number): Row {
  row.flaw ??= misshapen(row.cells, columns)
  if (row.cells.length > columns) row.cells.length = row.flaw ? maxShown(row.cells) : columns
  // Most rows have no such cell and are not copied.
  if (row.cells.some(isGuarded)) row.cells = row.cells.map(unguarded)
  return row
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
