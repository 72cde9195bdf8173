import type { Page } from '../../contract/endpoint.ts'
import { isStorable } from '../../contract/storable.ts'
import { Failure } from '../../core/failure.ts'

type Key = readonly (string | number)[]

/** Encodes the sort key of the last row as an opaque cursor. */
export const encodeCursor = (key: Key): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/** What a part of a cursor may be. Anything else would reach the database as a wrong type. */
const parts = {
  /** An id, a position, a count, or a time in milliseconds. */
  whole: (part: unknown): part is number => Number.isSafeInteger(part) && Number(part) >= 0,
  /** The place of a query among the few that a list is made of. */
  rank: (part: unknown): part is number =>
    Number.isInteger(part) && Number(part) >= 0 && Number(part) < 100,
  /** What a list is sorted by, such as a rate. */
  fraction: (part: unknown): part is number => Number.isFinite(part) && Number(part) >= 0,
  text: (part: unknown): part is string => typeof part === 'string' && isStorable(part),
}
type Part = keyof typeof parts
type PartsOf<Kinds extends readonly Part[]> = {
  [Index in keyof Kinds]: Kinds[Index] extends 'text' ? string : number
}

/** Decodes a cursor with parts of these kinds; throws `invalid` for a cursor that is not ours. */
export function decodeCursor<const Kinds extends readonly Part[]>(
  cursor: string | undefined,
  kinds: Kinds,
): PartsOf<Kinds> | undefined {
  if (cursor === undefined) return undefined
  const key = parsed(cursor)
  const isOurs =
    Array.isArray(key) &&
    key.length === kinds.length &&
    kinds.every((kind, index) => parts[kind](key[index]))
  if (isOurs) return key as PartsOf<Kinds> // each part has just been checked
  throw new Failure('invalid', { problems: [{ field: 'cursor', code: 'bad_pattern' }] })
}

/** Decodes the cursor of a list that is sorted by id. */
export const decodeIdCursor = (cursor: string | undefined): number | undefined =>
  decodeCursor(cursor, ['whole'])?.[0]

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return undefined
  }
}

/** Makes a page out of up to `limit + 1` rows. The extra row only shows that there are more. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => Key,
  itemOf: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const page = { items: shown.map(itemOf) }
  return rows.length > limit && last ? { ...page, nextCursor: encodeCursor(keyOf(last)) } : page
}

/** The headers of a page: RFC 8288 `Link`, the cursor alone, and the total if it was counted. */
export function pageHeaders(page: Page<unknown>, url: URL): Record<string, string> {
  const headers: Record<string, string> = {}
  if (page.total !== undefined) headers['x-total-count'] = String(page.total)
  if (page.nextCursor !== undefined) {
    url.searchParams.set('cursor', page.nextCursor)
    headers['x-next-cursor'] = page.nextCursor
    headers.link = `<${url.href}>; rel="next"`
  }
  return headers
}

/** Reduces items to the given properties: `fields=id,email`. */
export function pickFields(
  items: readonly object[],
  fields: string | undefined,
): readonly object[] {
  if (!fields) return items
  const names = new Set(fields.split(',').map((name) => name.trim()))
  return items.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name))),
  )
}
