import type { Component } from 'grapesjs'
import { columnWidth, fullWidth } from '../../../../html/message/elements.ts'
import { sidePadding } from '../../../../html/message/tables.ts'
import { defaultWidth } from '../../../../html/message/theme.ts'
import type { Canvas } from '../canvas.ts'
import { messages } from '../messages.ts'

const [min, max] = [320, 800]

/** A field for the width of our page. */
export function widthControl(canvas: Canvas): HTMLElement {
  const root = canvas.editor.getWrapper()
  const label = document.createElement('label')
  const field = document.createElement('input')
  field.inputMode = 'numeric'
  const table = root?.find('.rm-width')[0]
  const shown = () => String(table ? pixelsOf(table) : defaultWidth)
  field.value = shown()
  field.addEventListener('change', () => {
    const width = Math.round(Number.parseFloat(field.value))
    if (root && width >= min && width <= max) setWidth(canvas, root, width)
    field.value = shown()
  })
  label.append(messages.pageWidth, field)
  return label
}

const pixelsOf = (table: Component): number =>
  Number.parseFloat(String(table.getStyle()['max-width'])) || defaultWidth

/** Sets the width of the page, its columns and the pictures that fill them, also for Outlook. */
function setWidth(canvas: Canvas, root: Component, width: number): void {
  const [table] = root.find('.rm-width')
  const before = table ? pixelsOf(table) : width
  if (!table || before === width) return
  const [old, now] = [widthsOf(before, 1), widthsOf(width, 1)]
  table.addStyle({ 'max-width': `${width}px` })
  rewrite(canvas, table.parent(), [[before, width]])
  for (const picture of root.find('img')) resize(picture, old.picture, now.picture)
  for (const cell of root.find('.rm-columns')) {
    const columns = cell.find('.rm-column')
    const [was, is] = [widthsOf(before, columns.length), widthsOf(width, columns.length)]
    rewrite(canvas, cell, [
      [was.row, is.row],
      [was.column, is.column],
    ])
    for (const column of columns) resize(column, was.column, is.column)
    for (const picture of cell.find('img')) resize(picture, was.picture, is.picture)
  }
}

function widthsOf(width: number, count: number) {
  const row = width - sidePadding
  const column = Math.floor(row / count)
  const picture = count === 1 ? fullWidth({ width }) : columnWidth({ width }, count)
  return { row, column, picture }
}

function resize(part: Component, before: number, now: number): void {
  if (Number(part.getAttributes().width) !== before) return
  part.addAttributes({ width: String(now) })
  part.addStyle({ 'max-width': `${now}px` })
}

/** Replaces widths in what only Outlook reads. */
function rewrite(
  canvas: Canvas,
  around: Component | undefined,
  widths: readonly (readonly [number, number])[],
): void {
  const now = new Map(widths.map(([from, to]) => [String(from), to]))
  for (const part of around?.components().models ?? []) {
    if (!part.is('comment')) continue
    canvas.editKept(part, (text) =>
      text.replace(/width="(\d+)"/g, (whole, old: string) => {
        const width = now.get(old)
        return width === undefined ? whole : `width="${width}"`
      }),
    )
  }
}
