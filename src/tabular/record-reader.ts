import Papa from 'papaparse'
import { Failure, type Problem } from '../core/failure.ts'
import type { Row } from './table.ts'

/** Longer than any contact. Limits what an unclosed quote can swallow. */
const maxRecordLength = 256 * 1024

/**
 * Some bad lines are normal. A file with more than 100 of them, and more than a tenth of all lines,
 * is not a table.
 */
const maxAbandonedLines = 100
const maxAbandonedShare = 0.1

interface Parsed {
  data: string[][]
  errors: { code: string; row: number }[]
  meta: { cursor: number }
}

/**
 * Parses text in chunks to rows, without blank ones. A misplaced quote costs only its own line, not
 * the rest of the file. Throws Failure('file_not_table') if there are too many such lines. Uses
 * papaparse's parser without its streams, which report neither lines nor quote errors of a row and
 * buffer an unclosed quote without limit.
 */
export function createRecordReader(delimiter: string) {
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
  let buffer = ''
  let line = 1
  let abandonedLines = 0

  /** A record with broken quotes may contain the lines after it. Only its first line is lost. */
  function readRecords(rows: Row[]): void {
    while (readValidRecords(rows)) abandonLine(rows)
  }

  /** Returns true if it stopped at a record with broken quotes. */
  function readValidRecords(rows: Row[]): boolean {
    // Before the end of a line, a quote may or may not close its cell.
    const parsed: Parsed = parser.parse(buffer.slice(0, buffer.lastIndexOf('\n') + 1), 0, true)
    const mayBreakLines = buffer.includes('"')
    const wrong = parsed.errors[0]?.row
    const start = line
    for (const cells of parsed.data.slice(0, wrong)) {
      if (!isBlank(cells)) rows.push({ line, cells, flaw: undefined })
      line += mayBreakLines ? 1 + countBreaks(cells) : 1
    }
    buffer = buffer.slice(
      wrong === undefined ? parsed.meta.cursor : endOfLines(buffer, line - start),
    )
    return wrong !== undefined
  }

  function abandonLine(rows: Row[]): void {
    const end = buffer.indexOf('\n')
    const isTooMany =
      ++abandonedLines > maxAbandonedLines && abandonedLines > line * maxAbandonedShare
    if (isTooMany || (end === -1 && buffer.length > maxRecordLength)) {
      throw new Failure('file_not_table', { values: { line } })
    }
    const text = end === -1 ? buffer : buffer.slice(0, end)
    rows.push({ line, cells: text.split(delimiter), flaw: unbalanced })
    buffer = end === -1 ? '' : buffer.slice(end + 1)
    line++
  }

  function write(text: string): Row[] {
    const rows: Row[] = []
    buffer += text
    if (text.includes('\n')) readRecords(rows)
    while (buffer.length > maxRecordLength) {
      abandonLine(rows)
      readRecords(rows)
    }
    return rows
  }

  function end(): Row[] {
    const rows: Row[] = []
    for (readRecords(rows); buffer !== ''; readRecords(rows)) {
      const { data, errors }: Parsed = parser.parse(buffer, 0, false)
      if (errors.some((error) => error.code === 'MissingQuotes')) {
        abandonLine(rows)
        continue
      }
      const cells = data[0] ?? []
      if (!isBlank(cells))
        rows.push({ line, cells, flaw: errors.length > 0 ? unbalanced : undefined })
      buffer = ''
    }
    return rows
  }

  return { write, end }
}

const unbalanced: Problem = { field: 'row', code: 'unbalanced_quote' }

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

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
