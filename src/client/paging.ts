import type { Answer, Body, Endpoint, Output, Page, Request, Shape } from '../contract/endpoint.ts'
import type { Client } from './client.ts'

export type ListEndpoint = Endpoint<string, Shape, Body, Extract<Output, { kind: 'list' }>>

export type ItemOf<E> = Answer<E> extends Page<infer Item> ? Item : never

export interface PagingOptions {
  /** Items in all. */
  limit: number
  /** Reads to the end, whatever the limit. */
  all?: boolean | undefined
  /** Where an earlier reading ended. */
  cursor?: string | undefined
  signal?: AbortSignal | undefined
}

/** The most that the API gives at once. */
const largestPage = 500

/** The pages of a list as they come, until the limit or the end. */
export async function* pages<E extends ListEndpoint>(
  client: Pick<Client, 'call'>,
  endpoint: E,
  request: Request<E>,
  { limit, all = false, cursor: start, signal }: PagingOptions,
): AsyncGenerator<Page<ItemOf<E>>> {
  let { skip, cursor } = placeOf(start)
  let left = all ? Number.POSITIVE_INFINITY : limit
  let lastFirst: string | undefined
  const seen = new Set([cursor])
  for (;;) {
    const asked = { ...request, limit: Math.min(skip + left, largestPage), cursor }
    const { data } = await client.call(endpoint, asked, { signal })
    const page = data as Page<ItemOf<E>> // a list's answer
    const items = page.items.slice(skip)
    // A server that knows no cursors gives its first page for ever.
    const first = JSON.stringify(items[0])
    if (first !== undefined && first === lastFirst) return
    lastFirst = first

    if (items.length > left) {
      yield cut(page, items.slice(0, left), cursor, skip + left)
      return
    }
    left -= items.length
    const next = page.nextCursor
    const isLast = next === undefined || seen.has(next) || items.length === 0
    yield withCursor(page, items, isLast ? undefined : next)
    if (isLast || left <= 0) return
    seen.add(next)
    cursor = next
    skip = 0
  }
}

/** The same, item by item. */
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
 * A page that was larger than asked for. Its own cursor would leave out what is not shown, so ours
 * goes on in the middle of it: that also pages through servers that know no paging.
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
    nextCursor: `~${given}~${cursor ?? ''}`,
    ...(total !== undefined && { total }),
  }
}

function placeOf(cursor: string | undefined): { skip: number; cursor: string | undefined } {
  const [, skip, rest] = /^~(\d{1,9})~(.*)$/s.exec(cursor ?? '') ?? []
  return skip === undefined
    ? { skip: 0, cursor }
    : { skip: Number(skip), cursor: rest === '' ? undefined : rest }
}
