import type { Column, View } from './document.ts'
import { valueAt } from './pick.ts'

/**
 * Chooses the columns of a row: the requested ones, else those of the view, else those in the data.
 */
export function chooseColumns(
  sample: object | undefined,
  {
    of,
    view = {},
    fields,
  }: { of: 'list' | 'one'; view?: View; fields?: readonly string[] | undefined },
): readonly Column[] {
  const viewed = (of === 'list' ? view.columns : view.fields) ?? view.columns ?? view.fields ?? []
  if (fields) {
    const known = [...(view.columns ?? []), ...(view.fields ?? [])]
    return fields.map(
      (field) => known.find((column) => column.field === field) ?? { field, header: field },
    )
  }
  // Another server may name everything differently. Its own names are better than blank columns.
  const isForeign = sample && viewed.every(({ field }) => valueAt(sample, field) === undefined)
  return isForeign || viewed.length === 0 ? plainColumns(sample ?? {}) : viewed
}

/** Longer values are messages or documents, which do not fit a line of a card. */
const maxLineLength = 200

/**
 * Chooses the lines of a card. If a server omits some of the view's fields, it probably has fields
 * of its own: the omitted ones are hidden and the additional ones are shown.
 */
export function chooseLines(one: object, columns: readonly Column[]): readonly Column[] {
  const present = columns.filter(({ field }) => valueAt(one, field) !== undefined)
  if (present.length === columns.length) return columns
  const known = new Set(columns.map(({ field }) => field))
  const additional = Object.entries(one).filter(
    ([field, value]) =>
      !known.has(field) && !isNested(value) && String(value).length <= maxLineLength,
  )
  return [...present, ...additional.map(([field]) => ({ field, header: field }))]
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null

function plainColumns(sample: object): readonly Column[] {
  const keys = Object.entries(sample)
  const flat = keys.filter(([, value]) => !isNested(value))
  return (flat.length > 0 ? flat : keys).map(([field]) => ({ field, header: field }))
}
