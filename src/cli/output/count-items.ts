import type { Page } from '../../contract/endpoint.ts'
import { type Document, pagesOf } from './document.ts'

/** What has been shown of a list. */
export interface Seen {
  count: number
  /** The number of items of the whole list, if the server says it. */
  total?: number | undefined
  /** The list goes on after the last page. */
  hasMore: boolean
  /** The next page is fetched too. */
  isContinued: boolean
}

/** Returns the same document, and what has passed of it. */
export function countItems<T extends object>(
  document: Document<T>,
): { counted: Document<T>; seen: Seen } {
  const seen: Seen = { count: 0, hasMore: false, isContinued: false }
  if ('one' in document) return { counted: document, seen }
  const limit = ('limit' in document && document.limit) || Number.POSITIVE_INFINITY
  async function* pages(): AsyncGenerator<Page<T>> {
    for await (const page of pagesOf(document)) {
      seen.count += page.items.length
      seen.total = page.total ?? seen.total
      seen.hasMore = page.nextCursor !== undefined
      seen.isContinued = seen.hasMore && 'pages' in document && seen.count < limit
      yield page
    }
  }
  const { view } = document
  const isLive = 'isLive' in document && document.isLive
  return { counted: { pages: pages(), view, limit, ...(isLive && { isLive }) }, seen }
}
