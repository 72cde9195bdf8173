import { mustYield, yieldTurn } from '../../core/yield.ts'
import type { CellType, Row } from '../table.ts'
import { brokenWorkbook } from './broken-workbook.ts'
import { columnIndex, maxColumns, maxRows } from './columns.ts'
import type { TimeKind } from './number-formats.ts'
import type { SharedStrings } from './shared-strings.ts'
import { unescapeText } from './text.ts'
import { type DateSystem, excelNumberText, isoText, timeText } from './values.ts'
import { createXmlParser, type XmlHandler } from './xml-parser.ts'

export interface SheetContext extends DateSystem {
  strings: SharedStrings
  kindOfStyle: readonly (TimeKind | undefined)[]
}

/** Eight times Excel's limit for a cell. */
const maxCellLength = 256 * 1024

/** As text, `1.234` could mean a thousand. As a number it cannot. */
const ambiguous = /^-?\d{1,3}\.\d{3}$/

/**
 * Yields the rows of a sheet that are not blank. The first is the header. Later rows have as many
 * cells as the header, because cells to the right of a table are notes.
 */
export async function* readSheet(
  texts: AsyncIterable<string>,
  context: SheetContext,
): AsyncGenerator<Row> {
  const reader = createRowReader(context)
  const parser = createXmlParser(reader)
  for await (const text of texts) {
    parser.write(text)
    if (mustYield()) await yieldTurn()
    // Not `yield*`, which awaits each row of an array as if it were a promise.
    for (const row of reader.takeRows()) yield row
  }
  parser.end()
  if (!reader.isComplete()) throw brokenWorkbook()
}

type Attributes = Parameters<XmlHandler['open']>[1]

function createRowReader({ strings, kindOfStyle, from1904 }: SheetContext) {
  let rows: Row[] = []
  let state: 'before' | 'within' | 'behind' = 'before'
  let width: number | undefined
  let line = 0
  let rowCount = 0
  let cellCount = 0
  let cells: string[] = []
  let typed: Map<number, CellType> | undefined
  let isBlank = true
  let index = -1
  let type: string | undefined
  let kind: TimeKind | undefined
  let value = ''
  let isReading = false
  let isPhonetic = false

  function openRow({ r }: Attributes): void {
    if (++rowCount > maxRows) throw brokenWorkbook('workbook_too_large')
    cellCount = 0
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

  function openCell({ r, t, s }: Attributes): void {
    const named = r === undefined ? -1 : columnIndex(r)
    index = named === -1 ? index + 1 : named
    if (index >= maxColumns || ++cellCount > maxColumns)
      throw brokenWorkbook('too_many_columns', { line })
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
        return unescapeText(value)
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
    const text = excelNumberText(value)
    if (ambiguous.test(text)) mark('number')
    return text
  }

  function mark(as: CellType): void {
    typed ??= new Map()
    typed.set(index, as)
  }

  return {
    open(name: string, attributes: Attributes): void {
      if (state !== 'within') {
        if (name === 'sheetData' && state === 'before') state = 'within'
      } else if (name === 'c') openCell(attributes)
      else if (name === 'v' || name === 't') isReading = !isPhonetic
      else if (name === 'row') openRow(attributes)
      else if (name === 'rPh') isPhonetic = true
    },
    text(text: string): void {
      if (!isReading) return
      value += text
      if (value.length > maxCellLength) throw brokenWorkbook('long_cell', { line })
    },
    close(name: string): void {
      if (state !== 'within') return
      if (name === 'v' || name === 't') isReading = false
      else if (name === 'c') closeCell()
      else if (name === 'row') closeRow()
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'sheetData') state = 'behind'
    },
    takeRows(): Row[] {
      const taken = rows
      rows = []
      return taken
    },
    isComplete: () => state === 'behind',
  }
}

/**
 * Reads the texts of `xl/sharedStrings.xml`: joins text runs and omits Japanese phonetic readings.
 */
export async function readSharedStrings(
  texts: AsyncIterable<string>,
  strings: SharedStrings,
): Promise<void> {
  let value = ''
  let isReading = false
  let isPhonetic = false
  const parser = createXmlParser({
    open(name) {
      if (name === 'si') value = ''
      else if (name === 't') isReading = !isPhonetic
      else if (name === 'rPh') isPhonetic = true
    },
    text(text) {
      if (isReading) value += text
      if (value.length > maxCellLength) throw brokenWorkbook('long_cell')
    },
    close(name) {
      if (name === 't') isReading = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'si') strings.add(unescapeText(value))
    },
  })
  for await (const text of texts) {
    parser.write(text)
    if (mustYield()) await yieldTurn()
  }
  parser.end()
}
