import type { Answer, Body, Endpoint, Output, Page, Request, Shape } from '../contract/endpoint.ts'
import type { Client } from './client.ts'

export type ListEndpoint = Endpoint<string, Shape, Body, Extract<Output, { kind: 'list' }>>

export type ItemOf<E> = Answer<E> extends Page<infer Item> ? Item : never

export interface PagingOptions {
  /** The total number of items to read. */
  limit: number
  /** Ignores the limit and reads to the end. */
  all?: boolean | undefined
  /** The cursor of an earlier page. */
  cursor?: string | undefined
}

/** The maximum page size of the API. */
const maxPageSize = 500

/** Yields the pages of a list until the limit or the end. */
export const pages = <E extends ListEndpoint>(
  client: Pick<Client, 'call'>,
  endpoint: E,
  request: Request<E>,
  { signal, ...options }: PagingOptions & { signal?: AbortSignal | undefined },
): AsyncGenerator<Page<ItemOf<E>>> =>
  pagesFrom(async (part) => {
    const { data } = await client.call(endpoint, { ...request, ...part }, { signal })
    return data as Page<ItemOf<E>> // the output of a list endpoint
  }, options)

/** Yields the pages of any list until the limit or the end. */
export async function* pagesFrom<Item>(
  readPage: (part: { limit: number; cursor: string | undefined }) => Promise<Page<Item>>,
  { limit, all = false, cursor: start }: PagingOptions,
): AsyncGenerator<Page<Item>> {
  let { skip, cursor } = parseCursor(start)
  let left = all ? Number.POSITIVE_INFINITY : limit
  let lastFirst: string | undefined
  let received = 0
  const seen = new Set([cursor])
  for (;;) {
    const page = await readPage({ limit: Math.min(skip + left, maxPageSize), cursor })
    const items = page.items.slice(skip)
    // A server without cursors returns its first page again and again.
    const first = JSON.stringify(items[0])
    if (first !== undefined && first === lastFirst) return
    lastFirst = first

    if (items.length > left) {
      yield cut(page, items.slice(0, left), cursor, skip + left)
      return
    }
    left -= items.length
    received += items.length
    const hasRest = start === undefined && page.total !== undefined && page.total > received
    const next = page.nextCursor ?? (hasRest ? cursorInto(cursor, skip + items.length) : undefined)
    const isLast = next === undefined || seen.has(next) || items.length === 0
    yield withCursor(page, items, isLast ? undefined : next)
    if (isLast || left <= 0) return
    seen.add(next)
    ;({ skip, cursor } = parseCursor(next))
  }
}

/** Yields the items of all pages. */
export async function* items<E extends ListEndpoint>(
  ...given: Parameters<typeof pages<E>>
): AsyncGenerator<ItemOf<E>> {
  for await (const page of pages(...given)) yield* page.items
}

const withCursor = <Item>(
  { total }: Page<Item>,
  items: readonly Item[],
  nextCursor: string | undefined,
): Page<Item> => ({
  items,
  ...(nextCursor !== undefined && { nextCursor }),
  ...(total !== undefined && { total }),
})

/**
 * Shortens a page that is larger than requested. The page's own cursor would skip the items that
 * are cut off, so the returned cursor points into the page. This also pages through servers that do
 * not support paging.
 */
function cut<Item>(
  page: Page<Item>,
  shown: readonly Item[],
  cursor: string | undefined,
  given: number,
): Page<Item> {
  const isWhole = cursor === undefined && page.nextCursor === undefined
  const total = page.total ?? (isWhole ? page.items.length : undefined)
  return {
    items: shown,
    nextCursor: cursorInto(cursor, given),
    ...(total !== undefined && { total }),
  }
}

/** Points behind the first `given` items of a page. A server without cursors pages by it too. */
const cursorInto = (cursor: string | undefined, given: number): string =>
  `~${given}~${cursor ?? ''}`

function parseCursor(cursor: string | undefined): { skip: number; cursor: string | undefined } {
  const [, skip, serverCursor] = /^~(\d{1,9})~(.*)$/s.exec(cursor ?? '') ?? []
  return skip === undefined
    ? { skip: 0, cursor }
    : { skip: Number(skip), cursor: serverCursor === '' ? undefined : serverCursor }
}
