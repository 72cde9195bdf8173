import Papa from 'papaparse'
import { Failure, type Problem } from '../core/failure.ts'
import type { Row } from './table.ts'

/** Longer than any contact; what a quote that is never closed may swallow before it is found out. */
const longestRecord = 256 * 1024

/** Each costs a second look at up to `longestRecord` characters. */
const mostAbandonedLines = 100

interface Parsed {
  data: string[][]
  errors: { code: string; row: number }[]
  meta: { cursor: number }
}

/**
 * Text in chunks to rows; blank ones are left out. An unclosed quote costs the line it stands on, not
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

  function takeWhole(rows: Row[]): void {
    const parsed: Parsed = parser.parse(held, 0, true)
    const mayBreakLines = held.includes('"')
    const flawed = new Set(parsed.errors.map((error) => error.row))
    parsed.data.forEach((cells, index) => {
      if (!isBlank(cells))
        rows.push({ line, cells, flaw: flawed.has(index) ? unbalanced : undefined })
      line += mayBreakLines ? 1 + countBreaks(cells) : 1
    })
    held = held.slice(parsed.meta.cursor)
  }

  function abandonLine(rows: Row[]): void {
    const end = held.indexOf('\n')
    if (++abandonedLines > mostAbandonedLines || (end === -1 && held.length > longestRecord)) {
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

function countBreaks(cells: readonly string[]): number {
  let breaks = 0
  for (const cell of cells) {
    for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) breaks++
  }
  return breaks
}
