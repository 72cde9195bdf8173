import type { Column } from '../document.ts'
import type { Screen } from '../screen.ts'
import { cut, displayWidth, padEnd, padStart, wrap } from '../width.ts'
import { type Cell, painted } from './cell.ts'

export type Rows = readonly (readonly Cell[])[]

const gap = '  '

/** In a narrower column, names and addresses look alike. Cards show more. */
const minWidth = 12

/** Free text is cut first, to a start by which a person knows it again. */
const minFreeWidth = 6

/** Fields with free text. Other texts are names and addresses, which identify a row. */
const freeTexts = new Set([
  ...['diagnostic', 'reason', 'bounce_reason', 'description', 'detail', 'error', 'text'],
  ...['asunto', 'subject', 'preheader', 'from', 'summary', 'message', 'where', 'rule'],
])

/** A narrower sentence has too many lines. */
const minSentenceWidth = 24

/** The width of a text column while later rows are unknown, if there is room. */
const openWidth = 24

/** Returns the width of each column, or undefined if they do not fit side by side. */
export function fitColumns(
  columns: readonly Column[],
  rows: Rows,
  { tableWidth, label }: Pick<Screen, 'tableWidth' | 'label'>,
  { moreToCome = false } = {},
): number[] | undefined {
  const sizes = columns.map((column, index) => {
    const header = label(column.header)
    const content = widestCell(rows, index)
    const word = widestWord(header)
    return {
      word,
      whole: Math.max(displayWidth(header), content),
      open: mayShrink(column) ? openWidth : 0,
      // A header wraps before a value is cut.
      content: Math.max(word, content),
      least: Math.max(word, Math.min(content, leastOf(column))),
      // A header of free text is cut, too.
      shortest: isFree(column) ? Math.min(Math.max(word, content), minFreeWidth) : undefined,
    }
  })
  const available = tableWidth - gap.length * (columns.length - 1)
  const whole = sizes.map((size) => size.whole)
  const content = sizes.map((size) => size.content)
  if (sum(whole) <= available) {
    const open = sizes.map((size) => Math.max(size.whole, size.open))
    return moreToCome && available !== Infinity ? grow(whole, open, available) : whole
  }
  if (sum(content) <= available) return grow(content, whole, available)
  // Free text is cut before a name, and a name before an address.
  const leastFree = sizes.map(({ content, least, shortest }) => (shortest ? least : content))
  const shortestFree = sizes.map(({ content, shortest }) => shortest ?? content)
  const least = sizes.map((size) => size.shortest ?? size.least)
  const leastNames = sizes.map((size, index) =>
    isAddresses(rows, index) ? size.content : (least[index] ?? 0),
  )
  const from = [leastFree, shortestFree, leastNames, least].find(
    (widths) => sum(widths) <= available,
  )
  if (!from) return undefined
  const names = sizes.map((size, index) => (size.shortest ? (from[index] ?? 0) : size.content))
  return grow(grow(from, names, available), content, available)
}

/** Shares the room among columns that want to grow: the narrowest first. */
function grow(from: readonly number[], to: readonly number[], available: number): number[] {
  const widths = [...from]
  let spare = available - sum(widths)
  for (;;) {
    const growing = widths.flatMap((width, index) => (width < (to[index] ?? 0) ? [index] : []))
    const narrowest = Math.min(...growing.map((index) => widths[index] ?? 0))
    const next = growing.filter((index) => widths[index] === narrowest)
    if (spare <= 0 || next.length === 0) return widths
    for (const index of next.slice(0, spare)) widths[index] = narrowest + 1
    spare -= next.length
  }
}

/** Returns the widths for a later page. Columns that must not be cut grow as needed. */
export const widenColumns = (
  columns: readonly Column[],
  rows: Rows,
  { widths, tableWidth }: { widths: readonly number[]; tableWidth: number },
): number[] =>
  columns.map((column, index) => {
    const before = widths[index] ?? 0
    const mayCut = mayShrink(column) && tableWidth !== Infinity
    return mayCut ? before : Math.max(before, widestCell(rows, index))
  })

const widestCell = (rows: Rows, index: number): number =>
  rows.reduce((most, row) => Math.max(most, displayWidth(row[index]?.text ?? '')), 0)

/** Whether a column holds e-mail addresses. */
const isAddresses = (rows: Rows, index: number): boolean =>
  rows.every((row) => /^\S+@\S+$/.test(row[index]?.text ?? ''))

const widestWord = (text: string): number => Math.max(...text.split(' ').map(displayWidth))

/** A cut number, time or id is useless. */
const mayShrink = (column: Column): boolean => leastOf(column) !== Infinity

const isFree = ({ field, format = 'text' }: Column): boolean =>
  format === 'text' && freeTexts.has(field.slice(field.lastIndexOf('.') + 1))

function leastOf({ field, format = 'text' }: Column): number {
  if (format === 'sentence') return minSentenceWidth
  return format === 'text' && !/(^|[._])x?id$/.test(field) ? minWidth : Infinity
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** Draws a table without borders. Texts are cut to `widths`; headers and sentences wrap. */
export function drawTable(
  columns: readonly Column[],
  rows: Rows,
  { widths, screen, hasHeader }: { widths: readonly number[]; screen: Screen; hasHeader: boolean },
): string {
  const { palette, label, unicode } = screen
  const ellipsis = unicode ? '…' : '~'
  const headers = columns.map(({ header }) => ({ text: label(header), paint: palette.heading }))
  const linesOf = (cell: Cell, { format }: Column, width: number, isHeader: boolean): string[] =>
    (isHeader && widestWord(cell.text) <= width) || format === 'sentence'
      ? wrap(cell.text, width)
      : [cut(cell.text, width, ellipsis)]

  function drawRow(cells: readonly Cell[], isHeader: boolean): string {
    const texts = columns.map((column, index) =>
      linesOf(cells[index] ?? { text: '' }, column, widths[index] ?? Infinity, isHeader),
    )
    const height = Math.max(...texts.map(({ length }) => length))
    const lines = Array.from({ length: height }, (_, line) =>
      columns.map((column, index) => {
        const cell = cells[index] ?? { text: '' }
        const parts = texts[index] ?? []
        // The lines of a header stand above its values.
        const text = parts[isHeader ? line - height + parts.length : line] ?? ''
        const padding = (isRight(column) ? padStart : padEnd)(
          '',
          (widths[index] ?? 0) - displayWidth(text),
        )
        const shown = painted(cell, text)
        return isRight(column) ? padding + shown : shown + padding
      }),
    )
    return lines.map((parts) => `${parts.join(gap).trimEnd()}\n`).join('')
  }

  return [...(hasHeader ? [headers] : []), ...rows]
    .map((cells) => drawRow(cells, cells === headers))
    .join('')
}

const rightAligned = new Set(['number', 'percent', 'bytes'])

const isRight = ({ align, format }: Column): boolean =>
  (align ?? (rightAligned.has(format ?? 'text') ? 'right' : 'left')) === 'right'
