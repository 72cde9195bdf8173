import type { CellType, Row } from '../table.ts'
import { brokenWorkbook } from './broken-workbook.ts'
import { columnIndex, mostColumns } from './columns.ts'
import type { TimeKind } from './number-formats.ts'
import type { SharedStrings } from './shared-strings.ts'
import { unescapeText } from './text.ts'
import { type DateSystem, isoText, numberText, timeText } from './values.ts'
import { attributesOf, createXmlScanner } from './xml-scanner.ts'

export interface SheetContext extends DateSystem {
  strings: SharedStrings
  kindOfStyle: readonly (TimeKind | undefined)[]
}

/** Eight times what a cell of Excel takes. */
export const longestCell = 256 * 1024

/** `1.234` as text could be a thousand; as a number it is not. */
const ambiguous = /^-?\d{1,3}\.\d{3}$/

/**
 * The rows of a sheet that are not blank. The first is the header: later ones have as many cells as it,
 * since what stands beside a table in a sheet is a note, not a cell that slipped.
 */
export async function* readSheet(
  texts: AsyncIterable<string>,
  context: SheetContext,
): AsyncGenerator<Row> {
  const reader = createRowReader(context)
  const scanner = createXmlScanner(reader)
  for await (const text of texts) {
    scanner.write(text)
    // Not `yield*`, which waits for each row of an array as if it were a promise.
    for (const row of reader.take()) yield row
    if (reader.isDone()) return
  }
  throw brokenWorkbook()
}

function createRowReader({ strings, kindOfStyle, from1904 }: SheetContext) {
  let rows: Row[] = []
  let state: 'before' | 'within' | 'behind' = 'before'
  let width: number | undefined
  let line = 0
  let cells: string[] = []
  let typed: Map<number, CellType> | undefined
  let isBlank = true
  let index = -1
  let type: string | undefined
  let kind: TimeKind | undefined
  let value = ''
  let isReading = false
  let isPhonetic = false

  function openRow(tag: string): void {
    const { r } = attributesOf(tag)
    const number = Number(r)
    line = Number.isInteger(number) && number > 0 ? number : line + 1
    cells = width === undefined ? [] : new Array<string>(width).fill('')
    typed = undefined
    isBlank = true
    index = -1
  }

  function closeRow(): void {
    if (isBlank) return
    if (width === undefined) {
      cells.length = cells.findLastIndex((cell) => cell.trim() !== '') + 1
      width = cells.length
    }
    rows.push({ line, cells, flaw: undefined, ...(typed && { typed }) })
  }

  function openCell(tag: string): void {
    const { r, t, s } = attributesOf(tag)
    const named = r === undefined ? -1 : columnIndex(r)
    index = named === -1 ? index + 1 : named
    if (index >= mostColumns) throw brokenWorkbook('too_many_columns', { line })
    type = t
    kind = s === undefined ? undefined : kindOfStyle[Number(s)]
    value = ''
  }

  function closeCell(): void {
    if (value === '' || (width !== undefined && index >= width)) return
    const text = cellText()
    while (cells.length < index) cells.push('')
    cells[index] = text
    if (isBlank && text.trim() !== '') isBlank = false
  }

  function cellText(): string {
    switch (type) {
      case 's':
        return sharedText()
      case 'inlineStr':
      case 'str':
        return cellOf(value)
      case 'b':
        return value.trim() === '1' || value.trim() === 'true' ? 'true' : 'false'
      case 'd':
        return isoText(value)
      case 'e':
        mark('error')
        return value
      default:
        return kind === undefined ? plainNumber() : timeText(value, kind, { from1904 })
    }
  }

  function sharedText(): string {
    const text = strings.at(Number(value))
    if (text === undefined) throw brokenWorkbook()
    return text
  }

  function plainNumber(): string {
    const text = numberText(value)
    if (ambiguous.test(text)) mark('number')
    return text
  }

  function mark(as: CellType): void {
    typed ??= new Map()
    typed.set(index, as)
  }

  return {
    open(name: string, tag: string): void {
      if (state !== 'within') {
        if (name === 'sheetData' && state === 'before') state = 'within'
      } else if (name === 'c') openCell(tag)
      else if (name === 'v' || name === 't') isReading = !isPhonetic
      else if (name === 'row') openRow(tag)
      else if (name === 'rPh') isPhonetic = true
    },
    text(text: string): void {
      if (!isReading) return
      value += text
      if (value.length > longestCell) throw brokenWorkbook('long_cell', { line })
    },
    close(name: string): void {
      if (state !== 'within') return
      if (name === 'v' || name === 't') isReading = false
      else if (name === 'c') closeCell()
      else if (name === 'row') closeRow()
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'sheetData') state = 'behind'
    },
    take(): Row[] {
      const taken = rows
      rows = []
      return taken
    },
    isDone: () => state === 'behind',
  }
}

/** Line breaks as in every other file; Excel leaves `_x000D_` of those of Windows. */
function cellOf(text: string): string {
  const plain = unescapeText(text)
  return plain.includes('\r') ? plain.replace(/\r\n?/g, '\n') : plain
}

/** The texts of `xl/sharedStrings.xml`: runs put together, readings of Japanese left out. */
export async function readSharedStrings(
  texts: AsyncIterable<string>,
  strings: SharedStrings,
): Promise<void> {
  let value = ''
  let isReading = false
  let isPhonetic = false
  const scanner = createXmlScanner({
    open(name) {
      if (name === 'si') value = ''
      else if (name === 't') isReading = !isPhonetic
      else if (name === 'rPh') isPhonetic = true
    },
    text(text) {
      if (isReading) value += text
      if (value.length > longestCell) throw brokenWorkbook('long_cell')
    },
    close(name) {
      if (name === 't') isReading = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'si') strings.add(cellOf(value))
    },
  })
  for await (const text of texts) scanner.write(text)
  scanner.end()
}
