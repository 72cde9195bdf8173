import CliTable3 from 'cli-table3'
import type { Column } from './document.ts'
import type { Screen } from './screen.ts'
import { cut, displayWidth } from './width.ts'

export type Rows = readonly (readonly string[])[]

const gap = '  '

/** Narrower than this a name or an address can't be told from its neighbours: cards say more. */
const leastWidth = 12

/** What a text column gets, where there is room, when the rows to come are not known yet. */
const openWidth = 24

const invisible = {
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

/** How wide each column is on this screen; undefined when they can't stand side by side. */
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
    const least = Math.max(header, Math.min(full, leastWidth))
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

/** The widths for a later page: what may not be cut takes the room it needs. */
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

/** Numbers, times and ids are worthless in part. */
const mayShrink = ({ field, format = 'text' }: Column): boolean =>
  format === 'text' && !/(^|[._])x?id$/.test(field)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** Lines of a table without borders, cut to `widths`. */
export function drawTable(
  columns: readonly Column[],
  rows: Rows,
  { widths, screen, hasHeader }: { widths: readonly number[]; screen: Screen; hasHeader: boolean },
): string {
  const ellipsis = screen.unicode ? '…' : '~'
  const table = new CliTable3({
    chars: invisible,
    // Its own styles are ANSI, also into a pipe.
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
