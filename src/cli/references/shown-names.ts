import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import type { Column, Document, View } from '../output/document.ts'
import { valueAt } from '../output/pick.ts'
import type { ReferenceKind } from '../syntax/reference-kinds.ts'
import { findItems } from './items.ts'

/** The names of things by their ids. */
export type Names = ReadonlyMap<string, string>

const noNames: Names = new Map()

/** One page of the server. Things beyond it are shown by their ids. */
const maxNames = 500

/** Returns the names of things by one request, for people at a terminal only. */
export async function shownNames(context: Context, kind: ReferenceKind): Promise<Names> {
  if (!context.output.isWatched) return noNames
  try {
    const found = await findItems(context, kind, { limit: maxNames })
    return new Map(found?.items.map(({ id, name }) => [id, name]))
  } catch (error) {
    // The ids say enough. The verb's own request reports what is wrong.
    if (error instanceof Failure) return noNames
    throw error
  }
}

/** Returns the view with names instead of the ids in the columns that refer to things. */
export async function viewWithNames<T extends object>(
  context: Context,
  document: Document<T>,
): Promise<View<T> | undefined> {
  const { view } = document
  const { fields: requested } = context.flags
  const isShown = ({ field, reference }: Column): boolean =>
    reference !== undefined &&
    (requested?.includes(field) ?? true) &&
    (!('one' in document) || hasId(valueAt(document.one, field)))
  const { columns = [], fields = [] } = view ?? {}
  const kind = [...columns, ...fields].find(isShown)?.reference
  if (kind === undefined) return view
  const names = await shownNames(context, kind as ReferenceKind) // `named` takes no others
  const named = (all: readonly Column[]) =>
    all.map((column) => (column.reference === kind ? { ...column, names } : column))
  return {
    ...view,
    ...(view?.columns && { columns: named(columns) }),
    ...(view?.fields && { fields: named(fields) }),
  }
}

const hasId = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined
