import { chooseColumns } from './columns.ts'
import { type Column, type Document, pagesOf } from './document.ts'
import { valueAt } from './pick.ts'
import { rawText } from './raw-value.ts'
import { plainView, type RenderOptions } from './render.ts'

/** Numbers stay numbers, so that the CSV writer does not mistake a negative one for a formula. */
export type RawCell = string | number

interface RawRows {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly RawCell[])[]
}

/** Yields the displayed columns with raw values. The first page determines the columns. */
export async function* rawRows<T extends object>(
  document: Document<T>,
  { fields }: RenderOptions,
): AsyncGenerator<RawRows> {
  const view = plainView(document)
  const of = 'one' in document ? 'one' : 'list'
  let columns: readonly Column[] | undefined
  for await (const { items } of pagesOf(document)) {
    columns ??= chooseColumns(items[0], { of, view, fields })
    const chosen = columns
    const rows = items.map((item) => chosen.map((column) => rawCell(item, column)))
    yield { columns: chosen, rows }
  }
}

function rawCell(item: object, { field, format }: Column): RawCell {
  const value = valueAt(item, field)
  return typeof value === 'number' ? value : rawText(value, format)
}
