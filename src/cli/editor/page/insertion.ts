import type { Component } from 'grapesjs'
import { type BlockId, blockContent, blockSection } from '../../../html/message/blocks.ts'
import { columnWidth, fullWidth } from '../../../html/message/elements.ts'
import { layoutTable, standalone } from '../../../html/message/tables.ts'
import { defaultWidth, type Theme } from '../../../html/message/theme.ts'
import { messages } from './messages.ts'
import { readPageFont } from './properties/page-font.ts'
import {
  columnOf,
  containerOf,
  partsOf,
  rootOf,
  sectionOf,
  sectionsOf,
  unitOf,
} from './structure.ts'

/** A place for new content: in a component, in front of one of its elements or at its end. */
export interface Place {
  around: Component
  before?: Component | undefined
  isColumn: boolean
}

/** Returns the place after the selection: in its column for content, or else after its section. */
export function placeAfter(selected: Component, isForColumn: boolean): Place {
  const cell = isForColumn ? columnOf(selected) : undefined
  const around = cell ?? containerOf(selected)
  const last = cell ? unitIn(selected, cell) : sectionOf(selected)
  const siblings = partsOf(around)
  const next = last ? siblings[siblings.indexOf(last) + 1] : cell ? undefined : footerIn(selected)
  return { around, before: next, isColumn: cell !== undefined }
}

/** The last section, if readers unsubscribe in it. Content belongs in front of it. */
const footerIn = (selected: Component): Component | undefined => {
  const last = sectionsOf(selected).at(-1)
  return last?.find('a[href*="unsubscribe_url"]').length ? last : undefined
}

function unitIn(selected: Component, cell: Component): Component | undefined {
  const unit = unitOf(selected)
  return unit.parent() === cell ? unit : undefined
}

/** Returns the HTML of a block for a place. */
export function blockFor(id: BlockId, place: Place, theme: Theme): string {
  const font = readPageFont(rootOf(place.around)) ?? theme.font
  const here = { ...theme, font, width: widthOf(place.around, theme) }
  if (!place.isColumn) return fitSection(blockSection(id, here, messages.samples), place, here)
  return blockContent(id, {
    theme: { ...theme, font },
    texts: messages.samples,
    width: pictureWidth(place, theme),
  })
}

/** The width of a picture that fills a place, in pixels. */
export function pictureWidth({ around, isColumn }: Place, theme: Theme): number {
  if (!isColumn) return fullWidth({ width: widthOf(around, theme) })
  const count = siblingColumns(around)
  return columnWidth({ width: widthOf(containerOf(around), theme) }, count)
}

const siblingColumns = (cell: Component): number =>
  Math.max(1, cell.closest('.rm-columns')?.find('.rm-column').length ?? 1)

/** Wraps a section for a container that is a table, or that does not limit the width. */
export function fitSection(section: string, { around, isColumn }: Place, theme: Theme): string {
  if (isColumn) return section
  if (around.tagName === 'tbody') {
    const span = Math.max(1, ...partsOf(around).map((row) => partsOf(row).length))
    return `<tr><td${span > 1 ? ` colspan="${span}"` : ''} style="padding:0">${section}</td></tr>`
  }
  return around === rootOf(around) ? standalone(section, theme) : section
}

/** Adds HTML at a place and returns the first new element. */
export function insertAt({ around, before }: Place, html: string): Component | undefined {
  // The parser of the browser drops a row outside of a table.
  const isRow = html.startsWith('<tr')
  const at = before ? before.index() : around.components().length
  if (!isRow) return around.append(html, { at })[0]
  const [table] = around.parent()?.append(layoutTable('', html)) ?? []
  const row = table?.find('tr')[0]
  row?.move(around, { at })
  table?.remove()
  return row
}

const minWidth = 280

/** The width of a place in pixels: as our messages state it, or as the canvas shows it. */
export function widthOf(around: Component, theme: Theme): number {
  const limit = Number.parseFloat(
    String(around.closest('.rm-width')?.getStyle()['max-width'] ?? ''),
  )
  if (limit > 0) return limit
  if (around === rootOf(around)) return theme.width
  const shown = Math.round(around.getEl()?.clientWidth ?? defaultWidth)
  return Math.min(defaultWidth, Math.max(minWidth, shown))
}
