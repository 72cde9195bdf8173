import type { Page } from '../../contract/endpoint.ts'
import { ifOffered } from '../../operations/not-offered.ts'
import type { Context } from '../context/context.ts'
import type { ReferenceKind } from '../syntax/reference-kinds.ts'
import { ownId } from './own-id.ts'
import { type ReferenceSource, sourceOf } from './sources.ts'

/** A thing of the account that a reference can stand for. */
export interface ReferenceItem {
  /** What the request takes: a number, and the address of a sender. */
  id: string
  name: string
  /** What distinguishes it from another of the same name, such as its status or its date. */
  note?: string
  state?: string
  /** Everything that may be typed for it. */
  names: readonly string[]
}

interface ReferenceSearch {
  /** Part of the name, where the server can search. */
  search?: string
  /** The number of what the items belong to, such as the list of a field; the own account by default. */
  within?: string
  /** Whether to read what the usual list leaves out, such as archived templates. */
  isHidden?: boolean
  /** How many items are read at most. */
  limit?: number
}

export interface FoundItems {
  items: ReferenceItem[]
  /** Whether these are all, because the server has no more pages. */
  isComplete: boolean
  /** Whether ids are words there, as on servers of other makers. */
  hasWordIds: boolean
}

const pageSize = 500
/** How many items are read at most to find one by its name. */
export const maxItemsRead = 2000

/** How much of a name a server searches for. */
const maxSearchLength = 255

/** Returns the things of a kind with their names, for prompts and for errors. */
export async function referenceItems(
  context: Context,
  kind: ReferenceKind,
  search: ReferenceSearch = {},
): Promise<ReferenceItem[]> {
  return (await findItems(context, kind, search))?.items ?? []
}

/** Reads the things of a kind; undefined on a server that does not list them. */
export async function findItems(
  context: Context,
  kind: ReferenceKind,
  { search, within, isHidden = false, limit: most }: ReferenceSearch,
): Promise<FoundItems | undefined> {
  const source = await sourceOf(kind)
  const { endpoint, hidden } = source
  const isSearched = search !== undefined && Object.hasOwn(endpoint.query.shape, 'q')
  const q = search?.slice(0, maxSearchLength)
  const request = {
    ...(isHidden && hidden),
    ...(isSearched && { q }),
    ...(endpoint.path.includes('/:id/') && { id: within ?? (await ownId(context)) }),
  }
  const { pages } = await import('../../client/paging.ts')
  const limit = most ?? (source.isLarge ? pageSize : maxItemsRead)
  const paging = { limit, signal: context.host.stopped }
  const found: FoundItems = { items: [], isComplete: true, hasWordIds: false }
  const all = pages(await context.client(), endpoint, request, paging)
  const read = async () => {
    for await (const page of all) add(context, source, found, page)
    return found
  }
  return ifOffered(read())
}

function add(
  context: Context,
  source: ReferenceSource,
  found: FoundItems,
  { items, nextCursor }: Page<object>,
): void {
  for (const item of items) {
    const values = item as Readonly<Record<string, unknown>> // checked below
    const id = textOf(values[source.id])
    if (id === undefined) continue
    const names = source.names.flatMap((key) => textOf(values[key]) ?? [])
    found.hasWordIds ||= !/^\d+$/.test(textOf(values.id) ?? '0')
    const state = textOf(values.status)
    found.items.push({
      id,
      name: names[0] ?? id,
      names,
      ...(state !== undefined && { state }),
      ...noteOf(context, source, values),
    })
  }
  found.isComplete = nextCursor === undefined
}

const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? String(value)
    : undefined

/** The first time that is set, after the other values. */
function noteOf(
  { output }: Context,
  { notes, times, statusWords }: ReferenceSource,
  values: Readonly<Record<string, unknown>>,
): { note?: string } {
  const time = times.map((key) => values[key]).find((value) => typeof value === 'string')
  const texts = notes.flatMap((field) => {
    const value = textOf(values[field])
    const words = field === 'status' && statusWords ? { words: statusWords } : {}
    return value === undefined ? [] : [output.local.cell(value, { field, ...words })]
  })
  if (time !== undefined) texts.push(output.local.value(time, 'time'))
  return texts.length > 0 ? { note: texts.join(', ') } : {}
}
