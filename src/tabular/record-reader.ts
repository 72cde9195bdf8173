import Papa from 'papaparse'
import { Failure, type Problem } from '../core/failure.ts'
import type { Row } from './table.ts'

/** Longer than any contact; what a quote that is never closed may swallow before it is found out. */
const longestRecord = 256 * 1024

/** A line goes wrong now and then; where more do, and a tenth of all, the file is no table. */
const mostAbandonedLines = 100
const mostAbandonedShare = 0.1

interface Parsed {
  data: string[][]
  errors: { code: string; row: number }[]
  meta: { cursor: number }
}

/**
 * Text in chunks to rows; blank ones are left out. A quote out of place costs the line it stands on, not
 * the rest of the file. Throws Failure('file_not_table') when there is no end to such lines.
 *
 * This is papaparse's own parser without its streams: they tell neither the line nor the quote errors
 * of a row, and hold an unclosed quote without bound.
 */
export function createRecordReader(delimiter: string) {
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
  let held = ''
  let line = 1
  let abandonedLines = 0

  /** A record whose quotes go wrong may have swallowed those behind it: its first line alone is lost. */
  function takeWhole(rows: Row[]): void {
    while (takeSound(rows)) abandonLine(rows)
  }

  /** True when it stopped at a record whose quotes go wrong. */
  function takeSound(rows: Row[]): boolean {
    // Within a line it cannot be told yet whether a quote ends its cell.
    const parsed: Parsed = parser.parse(held.slice(0, held.lastIndexOf('\n') + 1), 0, true)
    const mayBreakLines = held.includes('"')
    const wrong = parsed.errors[0]?.row
    const start = line
    for (const cells of parsed.data.slice(0, wrong)) {
      if (!isBlank(cells)) rows.push({ line, cells, flaw: undefined })
      line += mayBreakLines ? 1 + countBreaks(cells) : 1
    }
    held = held.slice(wrong === undefined ? parsed.meta.cursor : endOfLines(held, line - start))
    return wrong !== undefined
  }

  function abandonLine(rows: Row[]): void {
    const end = held.indexOf('\n')
    const isTooMany =
      ++abandonedLines > mostAbandonedLines && abandonedLines > line * mostAbandonedShare
    if (isTooMany || (end === -1 && held.length > longestRecord)) {
      throw new Failure('file_not_table', { values: { line } })
    }
    const text = end === -1 ? held : held.slice(0, end)
    rows.push({ line, cells: text.split(delimiter), flaw: unbalanced })
    held = end === -1 ? '' : held.slice(end + 1)
    line++
  }

  function write(text: string): Row[] {
    const rows: Row[] = []
    held += text
    if (text.includes('\n')) takeWhole(rows)
    while (held.length > longestRecord) {
      abandonLine(rows)
      takeWhole(rows)
    }
    return rows
  }

  function end(): Row[] {
    const rows: Row[] = []
    for (takeWhole(rows); held !== ''; takeWhole(rows)) {
      const { data, errors }: Parsed = parser.parse(held, 0, false)
      if (errors.some((error) => error.code === 'MissingQuotes')) {
        abandonLine(rows)
        continue
      }
      const cells = data[0] ?? []
      if (!isBlank(cells))
        rows.push({ line, cells, flaw: errors.length > 0 ? unbalanced : undefined })
      held = ''
    }
    return rows
  }

  return { write, end }
}

const unbalanced: Problem = { field: 'row', code: 'unbalanced_quote' }

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Where the first `count` lines of a text end. */
function endOfLines(text: string, count: number): number {
  let end = 0
  for (let passed = 0; passed < count; passed++) end = text.indexOf('\n', end) + 1
  return end
}

function countBreaks(cells: readonly string[]): number {
  let breaks = 0
  for (const cell of cells) {
    for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) breaks++
  }
  return breaks
}
