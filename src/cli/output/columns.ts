import type { Column, View } from './document.ts'
import { valueAt } from './pick.ts'

/** The columns of a row: those asked for, else those of the view, else what the data has. */
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
  // A foreign server may name everything differently: then its own names say more than blanks.
  const isForeign = sample && viewed.every(({ field }) => valueAt(sample, field) === undefined)
  return isForeign || viewed.length === 0 ? plainColumns(sample ?? {}) : viewed
}

/** Longer than this it is a mail or a document, and not a line of a card. */
const longestLine = 200

/**
 * The lines of a card. Where a server leaves out some of what ours tells, it has words of its own for
 * it: then what it left out is no blank line, and what it tells beyond is shown.
 */
export function chooseLines(one: object, columns: readonly Column[]): readonly Column[] {
  const told = columns.filter(({ field }) => valueAt(one, field) !== undefined)
  if (told.length === columns.length) return columns
  const known = new Set(columns.map(({ field }) => field))
  const beyond = Object.entries(one).filter(
    ([field, value]) =>
      !known.has(field) && !isNested(value) && String(value).length <= longestLine,
  )
  return [...told, ...beyond.map(([field]) => ({ field, header: field }))]
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null

function plainColumns(sample: object): readonly Column[] {
  const keys = Object.entries(sample)
  const flat = keys.filter(([, value]) => !isNested(value))
  return (flat.length > 0 ? flat : keys).map(([field]) => ({ field, header: field }))
}
