import Papa from 'papaparse'
import { Failure, type Problem } from '../core/failure.ts'
import { restoreLineBreaks } from './line-breaks.ts'
import type { Row } from './table.ts'

/** Longer than any contact. Limits what an unclosed quote can swallow. */
const maxRecordLength = 256 * 1024

/**
 * Some bad lines are normal. A file with more than 100 of them, and more than a tenth of all lines,
 * is not a table.
 */
const maxAbandonedLines = 100
const maxAbandonedShare = 0.1

/** As many rows as a sheet of Excel has: it exports rows whose cells were cleared. */
const maxBlankRows = 1_048_576

/** Parsed at once: about a millisecond. */
const longestPiece = 16 * 1024

/** Parsed at once after a bad line, because all that is parsed behind one is parsed again. */
const shortestPiece = 256

interface Parsed {
  data: string[][]
  errors: { code: string; row: number }[]
  meta: { cursor: number }
}

/**
 * Parses text in chunks to rows, without blank ones, a piece at a time. A misplaced quote costs only
 * its own line, not the rest of the file. Throws Failure('file_not_table') if there are too many such
 * lines, or too many blank rows. Uses papaparse's parser without its streams, which report neither
 * lines nor quote errors of a row and buffer an unclosed quote without limit.
 */
export function createRecordReader(delimiter: string) {
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
  let buffer = ''
  let line = 1
  let abandonedLines = 0
  let blankRows = 0
  let hasReturns = false
  let pieceLength = longestPiece

  /** Yields the complete records of the buffer. The incomplete one at its end stays. */
  function* readBuffer(): Generator<Row[]> {
    for (;;) {
      // Before the end of a line, a quote may or may not close its cell.
      const end = endOfPiece(buffer, pieceLength)
      const { rows, length, isBroken } = readPiece(buffer.slice(0, end))
      buffer = buffer.slice(length)
      // A record with broken quotes may contain the lines after it. Only its first line is lost.
      if (isBroken) rows.push(abandonLine())
      if (rows.length > 0 || length > 0) yield rows
      const isIncomplete = length === 0 && !isBroken
      const isAll = end === buffer.lastIndexOf('\n') + 1
      if (isIncomplete && (isAll || pieceLength >= maxRecordLength)) return
      if (isBroken) pieceLength = shortestPiece
      else pieceLength = Math.min(pieceLength * 2, isIncomplete ? maxRecordLength : longestPiece)
    }
  }

  function readPiece(text: string): { rows: Row[]; length: number; isBroken: boolean } {
    const parsed: Parsed = parser.parse(text, 0, true)
    const mayBreakLines = text.includes('"')
    hasReturns = text.includes('\r')
    const wrong = parsed.errors[0]?.row
    const start = line
    const rows: Row[] = []
    for (const cells of parsed.data.slice(0, wrong)) {
      const row = rowOf(cells, undefined)
      if (row) rows.push(row)
      line += mayBreakLines ? 1 + countBreaks(cells) : 1
    }
    const isBroken = wrong !== undefined
    return {
      rows,
      length: isBroken ? endOfLines(text, line - start) : parsed.meta.cursor,
      isBroken,
    }
  }

  /** Returns undefined for a blank row. */
  function rowOf(cells: string[], flaw: Problem | undefined): Row | undefined {
    if (!isBlank(cells)) return { line, cells: hasReturns ? restoreLineBreaks(cells) : cells, flaw }
    if (++blankRows > maxBlankRows) throw new Failure('file_not_table', { values: { line } })
    return undefined
  }

  function abandonLine(): Row {
    const end = buffer.indexOf('\n')
    const isTooMany =
      ++abandonedLines > maxAbandonedLines && abandonedLines > line * maxAbandonedShare
    if (isTooMany || (end === -1 && buffer.length > maxRecordLength)) {
      throw new Failure('file_not_table', { values: { line } })
    }
    const text = end === -1 ? buffer : buffer.slice(0, end)
    const row = { line, cells: restoreLineBreaks(text.split(delimiter)), flaw: unbalanced }
    buffer = end === -1 ? '' : buffer.slice(end + 1)
    line++
    return row
  }

  function* write(text: string): Generator<Row[]> {
    buffer += text
    if (text.includes('\n')) yield* readBuffer()
    while (buffer.length > maxRecordLength) {
      yield [abandonLine()]
      yield* readBuffer()
    }
  }

  function* end(): Generator<Row[]> {
    for (yield* readBuffer(); buffer !== ''; yield* readBuffer()) {
      const { data, errors }: Parsed = parser.parse(buffer, 0, false)
      hasReturns = buffer.includes('\r')
      if (errors.some((error) => error.code === 'MissingQuotes')) {
        yield [abandonLine()]
        continue
      }
      const row = rowOf(data[0] ?? [], errors.length > 0 ? unbalanced : undefined)
      buffer = ''
      if (row) yield [row]
    }
  }

  return { write, end }
}

const unbalanced: Problem = { field: 'row', code: 'unbalanced_quote' }

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Returns the end of the last line within a length, or of the first line if that is longer. */
function endOfPiece(text: string, length: number): number {
  const last = text.lastIndexOf('\n', length - 1)
  return (last === -1 ? text.indexOf('\n', length) : last) + 1
}

/** Returns the offset at which the first `count` lines end. */
function endOfLines(text: string, count: number): number {
  let end = 0
  for (let passed = 0; passed < count; passed++) end = text.indexOf('\n', end) + 1
  return end
}

function countBreaks(cells: readonly string[]): number {
  let breaks = 0
  for (const cell of cells) {
    for (let end = cell.indexOf('\n'); end !== -1; end = cell.indexOf('\n', end + 1)) breaks++
  }
  return breaks
}
