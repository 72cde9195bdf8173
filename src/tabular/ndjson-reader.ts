import { Failure, type Problem } from '../core/failure.ts'
import { mustYield, yieldTurn } from '../core/yield.ts'
import type { Decoder } from './decoder.ts'
import type { CellType, NdjsonTableFormat, Row } from './table.ts'
import { decodeText } from './text.ts'
import { joinList } from './value-list.ts'
import { maxColumns } from './xlsx/columns.ts'

/** Longer than any contact. */
export const maxLineLength = 256 * 1024

/** A file with more lines that are no objects is not NDJSON. */
export const maxBadLines = 1000

/** The value of a column. */
interface Cell {
  text: string
  type: CellType | undefined
}

type Cells = ReadonlyMap<string, Cell>

/** Whether the sample of a file begins with a line that is a JSON object. */
export const isNdjson = (sample: string): boolean => {
  const [first = ''] = sample.trimStart().split('\n', 1)
  return first.startsWith('{"') && readLine(first) !== undefined
}

interface NdjsonSource {
  chunks: AsyncIterable<Uint8Array>
  /** The beginning of the text. Its objects determine the columns. */
  sample: string
  decoder: Decoder
}

/**
 * Reads a JSON object per line. A custom field is the column `customFields.NAME`, whether the object
 * has them by name or as the API shows them. Throws Failure('file_not_table').
 */
export function readNdjson({ chunks, sample, decoder }: NdjsonSource) {
  const names = namesIn(sample)
  if (names.length > maxColumns) throw new Failure('file_not_table', { values: { line: 1 } })
  const format: NdjsonTableFormat = {
    kind: 'ndjson',
    get encoding() {
      return decoder.encoding
    },
  }
  const header: Row = { line: 0, cells: names, flaw: undefined }
  return { format, header, rows: readRows(decodeText(chunks, decoder), names) }
}

/** The last line of the sample may be cut off. */
function namesIn(sample: string): string[] {
  const names = new Set<string>()
  for (const line of sample.split('\n')) {
    for (const name of readLine(line)?.keys() ?? []) names.add(name)
  }
  return [...names]
}

async function* readRows(
  texts: AsyncIterable<string>,
  names: readonly string[],
): AsyncGenerator<Row> {
  let line = 0
  let bad = 0
  for await (const text of linesOf(texts)) {
    line++
    if (mustYield()) await yieldTurn()
    if (text.trim() === '') continue
    const row = rowOf(text, line, names)
    if (row.flaw && ++bad > maxBadLines) throw new Failure('file_not_table', { values: { line } })
    yield row
  }
}

/** Yields the lines of a text. Of one that is too long, it yields only the beginning. */
export async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let pending = ''
  for await (const text of texts) {
    const lines = (pending + text).split('\n')
    pending = (lines.pop() ?? '').slice(0, maxLineLength + 1)
    yield* lines
  }
  if (pending !== '') yield pending
}

function rowOf(text: string, line: number, names: readonly string[]): Row {
  const cells = text.length > maxLineLength ? undefined : readLine(text)
  const flaw: Problem = { field: 'row', code: 'bad_json' }
  if (!cells) return { line, cells: [text.slice(0, 100)], flaw }
  const typed = new Map<number, CellType>()
  const texts = names.map((name, index) => {
    const cell = cells.get(name)
    if (cell?.type) typed.set(index, cell.type)
    return cell?.text ?? ''
  })
  const unknown = [...cells].find(([name, cell]) => cell.text !== '' && !names.includes(name))
  const row = { line, cells: texts, typed }
  return unknown
    ? { ...row, flaw: { field: unknown[0], code: 'unknown_field' } }
    : { ...row, flaw: undefined }
}

/** Returns undefined for a line that is no JSON object. */
function readLine(line: string): Cells | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const cells = new Map<string, Cell>()
  for (const [name, each] of Object.entries(value)) {
    if (name !== 'customFields') cells.set(name, cellOf(each))
    else for (const [field, cell] of customFieldsIn(each)) cells.set(`customFields.${field}`, cell)
  }
  return cells
}

function customFieldsIn(value: unknown): [name: string, cell: Cell][] {
  if (Array.isArray(value)) return value.flatMap(shownField)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).map(([name, each]) => [name, cellOf(each)])
}

/** A field as the API shows it: its value is text, and a date is in Unix seconds. */
function shownField(field: unknown): [name: string, cell: Cell][] {
  if (typeof field !== 'object' || field === null || !('name' in field)) return []
  const { name, value = '', type } = field as Record<string, unknown> // unvalidated
  const text = cellOf(value).text
  if (type === 'number' && text !== '') return [[String(name), { text, type: 'number' }]]
  const isDate = type === 'date' && /^-?\d{1,12}$/.test(text)
  return [[String(name), { text: isDate ? isoTime(Number(text)) : text, type: undefined }]]
}

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString()

function cellOf(value: unknown): Cell {
  if (typeof value === 'number') return { text: String(value), type: 'number' }
  if (value === null || value === undefined) return { text: '', type: undefined }
  const isList = Array.isArray(value) && value.every((each) => typeof each !== 'object')
  if (isList) return { text: joinList(value.map(String)), type: undefined }
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return { text, type: undefined }
}
