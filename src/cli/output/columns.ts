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

function plainColumns(sample: object): readonly Column[] {
  const keys = Object.entries(sample)
  const flat = keys.filter(([, value]) => typeof value !== 'object' || value === null)
  return (flat.length > 0 ? flat : keys).map(([field]) => ({ field, header: field }))
}
