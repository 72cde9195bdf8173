import CliTable3 from 'cli-table3'
import type { Column } from './document.ts'
import type { Screen } from './screen.ts'
import { cut, displayWidth } from './width.ts'

export type Rows = readonly (readonly string[])[]

const gap = '  '

/** In a narrower column, names and addresses look alike. Cards show more. */
const minWidth = 12

/** The width of a text column while later rows are unknown, if there is room. */
const openWidth = 24

const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: gap,
}

/** Returns the width of each column, or undefined if they do not fit side by side. */
export function fitColumns(
  columns: readonly Column[],
  rows: Rows,
  { width, label }: Pick<Screen, 'width' | 'label'>,
  { moreToCome = false } = {},
): number[] | undefined {
  const sizes = columns.map((column, index) => {
    const header = displayWidth(label(column.header))
    const full = Math.max(header, widestCell(rows, index))
    if (!mayShrink(column)) return { full, least: full }
    const least = Math.max(header, Math.min(full, minWidth))
    return { full: moreToCome && width !== Infinity ? Math.max(full, openWidth) : full, least }
  })
  const room = width - gap.length * (columns.length - 1)
  const fitted = (level: number) =>
    sizes.map(({ full, least }) => Math.min(full, Math.max(least, level)))
  if (sum(fitted(Infinity)) <= room) return fitted(Infinity)
  if (sum(fitted(0)) > room) return undefined

  let level = 0
  while (sum(fitted(level + 1)) <= room) level += 1
  const widths = fitted(level)
  let spare = room - sum(widths)
  return widths.map((columnWidth, index) => {
    const grows = spare > 0 && columnWidth < (sizes[index]?.full ?? 0) && columnWidth <= level
    if (!grows) return columnWidth
    spare -= 1
    return columnWidth + 1
  })
}

/** Returns the widths for a later page. Columns that must not be cut grow as needed. */
export const widenColumns = (
  columns: readonly Column[],
  rows: Rows,
  { widths, width }: { widths: readonly number[]; width: number },
): number[] =>
  columns.map((column, index) => {
    const before = widths[index] ?? 0
    const mayCut = mayShrink(column) && width !== Infinity
    return mayCut ? before : Math.max(before, widestCell(rows, index))
  })

const widestCell = (rows: Rows, index: number): number =>
  rows.reduce((most, row) => Math.max(most, displayWidth(row[index] ?? '')), 0)

/** A cut number, time or id is useless. */
const mayShrink = ({ field, format = 'text' }: Column): boolean =>
  format === 'text' && !/(^|[._])x?id$/.test(field)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** Draws a table without borders, cut to `widths`. */
export function drawTable(
  columns: readonly Column[],
  rows: Rows,
  { widths, screen, hasHeader }: { widths: readonly number[]; screen: Screen; hasHeader: boolean },
): string {
  const ellipsis = screen.unicode ? '…' : '~'
  const table = new CliTable3({
    chars: noBorders,
    // cli-table3 writes ANSI styles even into a pipe.
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0, compact: true },
    colWidths: [...widths],
    colAligns: columns.map(alignment),
    head: hasHeader
      ? columns.map(({ header }) => screen.palette.heading(screen.label(header)))
      : [],
  })
  for (const row of rows) {
    table.push(row.map((cell, index) => cut(cell, widths[index] ?? Infinity, ellipsis)))
  }
  return table
    .toString()
    .split('\n')
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

const rightAligned = new Set(['number', 'percent', 'bytes'])

const alignment = ({ align, format }: Column): 'left' | 'right' =>
  align ?? (rightAligned.has(format ?? 'text') ? 'right' : 'left')
