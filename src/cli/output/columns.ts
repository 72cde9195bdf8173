import type { Column, View } from './document.ts'
import { headOf, valueAt } from './pick.ts'

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

/** Sorts the fields of an object for people. Those without a place come last. */
export function inReadingOrder(
  columns: readonly Column[],
  { readingOrder }: Pick<View, 'readingOrder'>,
): readonly Column[] {
  if (!readingOrder) return columns
  const placeOf = ({ field }: Column) => readingOrder.indexOf(field) + 1 || Number.POSITIVE_INFINITY
  return [...columns].sort((a, b) => placeOf(a) - placeOf(b) || 0)
}

/**
 * Chooses the lines of a card. If a server omits some of the view's fields, it probably has fields
 * of its own: the omitted ones are hidden and the additional ones are shown.
 */
export function chooseLines(one: object, all: readonly Column[]): readonly Column[] {
  const columns = all.filter(
    ({ field, omitsZero }) => !(omitsZero && isNothing(valueAt(one, field))),
  )
  const present = columns.filter(({ field }) => valueAt(one, field) !== undefined)
  // A field inside one that is null is not missing: there is nothing to say.
  const isOffered = ({ field }: Column) => Object.hasOwn(one, headOf(field))
  if (columns.every(isOffered)) return present
  const known = new Set(all.flatMap(({ field }) => [field, headOf(field)]))
  const additional = Object.entries(one).filter(
    ([field, value]) =>
      !known.has(field) &&
      value !== null &&
      !isNested(value) &&
      String(value).length <= maxLineLength,
  )
  return [...present, ...additional.map(([field]) => ({ field, header: field }))]
}

const isNothing = (value: unknown): boolean =>
  value === 0 || value === null || value === undefined || value === ''

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null

function plainColumns(sample: object): readonly Column[] {
  const keys = Object.entries(sample)
  const flat = keys.filter(([, value]) => !isNested(value))
  return (flat.length > 0 ? flat : keys).map(([field]) => ({ field, header: field }))
}
