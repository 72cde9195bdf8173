import { chooseColumns, chooseLines, inReadingOrder } from '../columns.ts'
import { type Column, type Document, pagesOf } from '../document.ts'
import { valueAt } from '../pick.ts'
import { plainView, type Render, type RenderOptions } from '../render.ts'
import type { Screen } from '../screen.ts'
import { drawCard, drawCards } from './cards.ts'
import { type Cell, cellOf } from './cell.ts'
import { drawChart } from './chart.ts'
import { drawTable, fitColumns, type Rows, widenColumns } from './table.ts'
import { paintOf, signOf } from './tone.ts'

/** For people: one object as a card with its charts and lists, a list as a table. */
export const renderTable: Render = async function* (document, options) {
  if ('one' in document) yield* drawObject(document, options)
  else yield* drawList(document, options)
}

function* drawObject<T extends object>(
  { one, view = {} }: { one: T } & Pick<Document<T>, 'view'>,
  { fields, screen }: RenderOptions,
): Generator<string> {
  const columns = chooseColumns(one, { of: 'one', view: plainView({ one, view }), fields })
  const lines = fields ? columns : chooseLines(one, inReadingOrder(columns, view))
  const informs = fields ? lines : lines.filter((line) => !isSuccess(one, line))
  const saysOnlyDone = informs.length === 0 && lines.length > 0
  yield saysOnlyDone ? `${drawDone(screen)}\n` : drawCard(entriesOf(one, informs, screen), screen)
  if (fields) return

  const charts = screen.isTerminal ? (view.charts?.(one) ?? []) : []
  for (const chart of charts) {
    const drawn = drawChart(chart, screen)
    if (drawn !== '') yield `\n${drawn}`
  }
  for (const { field, title, columns: inner, rows } of view.sections ?? []) {
    const items = rows ?? valueAt(one, field)
    if (!Array.isArray(items) || items.length === 0) continue
    yield `\n${screen.palette.bold(screen.label(title))}\n`
    yield drawRows(inner, cellRows(items, inner, screen), screen)
  }
}

/** A success is evident where an answer says more: an answer with an error is an error. */
const isSuccess = (one: object, { field }: Column): boolean =>
  (field === 'ok' && valueAt(one, field) === true) ||
  (field === 'status' && valueAt(one, field) === 'ok')

const drawDone = ({ palette, unicode, label }: Screen): string =>
  `${paintOf('good', palette)(signOf('good', unicode))} ${label('ok')}`

async function* drawList<T extends object>(
  document: Document<T>,
  { fields, screen }: RenderOptions,
): AsyncGenerator<string> {
  let columns: readonly Column[] | undefined
  let widths: number[] | undefined
  const apart = fields ? undefined : document.view?.apart
  const others: object[] = []
  let left = ('limit' in document && document.limit) || Number.POSITIVE_INFINITY
  for await (const { items: all, nextCursor } of pagesOf(document)) {
    left -= all.length
    const items = apart ? all.filter((item) => !apart.includes(item)) : all
    if (apart) others.push(...all.filter(apart.includes))
    if (items.length === 0) continue
    const isFirst = columns === undefined
    columns ??= chooseColumns(items[0], { of: 'list', view: plainView(document), fields })
    const rows = cellRows(items, columns, screen)
    const moreToCome = 'isLive' in document || (nextCursor !== undefined && left > 0)
    if (isFirst) widths = fitColumns(columns, rows, screen, { moreToCome })
    else if (widths) widths = widenColumns(columns, rows, { widths, tableWidth: screen.tableWidth })
    // Without widths the first page did not fit, so all pages are cards.
    if (widths) yield drawTable(columns, rows, { widths, screen, hasHeader: isFirst })
    else yield (isFirst ? '' : '\n') + drawRowCards(columns, rows, screen)
  }
  if (!apart || others.length === 0) return
  yield `\n${screen.palette.bold(screen.label(apart.title))}\n`
  yield drawRows(apart.columns, cellRows(others, apart.columns, screen), screen)
}

function drawRows(columns: readonly Column[], rows: Rows, screen: Screen): string {
  const widths = fitColumns(columns, rows, screen)
  return widths
    ? drawTable(columns, rows, { widths, screen, hasHeader: true })
    : drawRowCards(columns, rows, screen)
}

const drawRowCards = (columns: readonly Column[], rows: Rows, screen: Screen): string =>
  drawCards(
    rows.map((row) =>
      columns.map((column, index) => entryOf(column, row[index] ?? { text: '' }, screen)),
    ),
    screen,
  )

const cellRows = (items: readonly unknown[], columns: readonly Column[], screen: Screen): Rows =>
  items.map((item) => columns.map((column) => cellOf(item, column, screen)))

const entriesOf = (one: object, columns: readonly Column[], screen: Screen) =>
  columns.map((column) => entryOf(column, cellOf(one, column, screen), screen))

const entryOf = ({ header, format }: Column, cell: Cell, screen: Screen) => ({
  label: screen.label(header),
  cell,
  isCopied: format === 'copy',
})
