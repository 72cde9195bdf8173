import type { Page } from '../../contract/endpoint.ts'
import { Failure } from '../../core/failure.ts'

type Key = readonly (string | number)[]

/** Encodes the sort key of the last row as an opaque cursor. */
export const encodeCursor = (key: Key): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/** Decodes a cursor with `length` parts; throws `invalid` for a cursor that is not ours. */
export function decodeCursor(cursor: string | undefined, length: number): Key | undefined {
  if (cursor === undefined) return undefined
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(key) && key.length === length && key.every(isPart)) return key
  } catch {
    // not JSON: throws below
  }
  throw new Failure('invalid', { problems: [{ field: 'cursor', code: 'bad_pattern' }] })
}

const isPart = (part: unknown): boolean =>
  typeof part === 'string' || (typeof part === 'number' && Number.isFinite(part))

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
