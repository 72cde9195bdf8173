import type { Context } from '../context/context.ts'
import type { ReferenceKind } from '../syntax/reference-kinds.ts'
import { findItems } from './items.ts'

interface Reference {
  id: number | string
  /** The number of what it belongs to. */
  within?: number | string
}

/** Returns the name of a thing that has no route of its own to read; the id if it is not listed. */
export async function nameOf(
  context: Context,
  kind: ReferenceKind,
  { id, within }: Reference,
): Promise<string> {
  const scope = within === undefined ? {} : { within: String(within) }
  const found = await findItems(context, kind, scope)
  return found?.items.find((item) => item.id === String(id))?.name ?? String(id)
}
