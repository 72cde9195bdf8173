import { expect, test } from 'vitest'
import { items, type PagingOptions, pages } from '../../../src/client/paging.ts'
import { senders } from '../../../src/contract/modules/senders.ts'
import type { CannedResponse, ReceivedRequest } from '../../support/foreign-server.ts'
import { clientFor, startForeign } from './start-client.ts'

const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ id: from + index }))

/** Pages through 1,200 rows as our service does. */
const keyset = ({ query }: ReceivedRequest): CannedResponse => {
  const start = Number(query.get('cursor') ?? 0)
  const end = Math.min(start + Number(query.get('limit')), 1200)
  const more: Record<string, string> = end < 1200 ? { 'x-next-cursor': String(end) } : {}
  return { headers: { 'x-total-count': '1200', ...more }, body: rows(start, end) }
}

async function read(answer: (heard: ReceivedRequest) => CannedResponse, options: PagingOptions) {
  const server = await startForeign()
  server.respond('GET /senders', answer)
  const { client } = clientFor(server.url)
  const found = []
  for await (const page of pages(client, senders.list, {}, options)) found.push(page)
  const ids = found.flatMap((page) => page.items).map(({ id }) => id)
  return { ids, last: found.at(-1), asked: server.requests.map(({ query }) => query.toString()) }
}

const ids = (from: number, to: number) => rows(from, to).map(({ id }) => id)

test('a small limit is one page with the cursor of the next', async () => {
  const { ids: found, last, asked } = await read(keyset, { limit: 50 })
  expect(found).toEqual(ids(0, 50))
  expect(last).toMatchObject({ nextCursor: '50', total: 1200 })
  expect(asked).toEqual(['limit=50'])
})

test('a limit above the page size ends exactly at the limit', async () => {
  const { ids: found, last, asked } = await read(keyset, { limit: 700, cursor: '100' })
  expect(found).toEqual(ids(100, 800))
  expect(last?.nextCursor).toBe('800')
  expect(asked).toEqual(['limit=500&cursor=100', 'limit=200&cursor=600'])
})

test('all reads to the end', async () => {
  const { ids: found, last } = await read(keyset, { limit: 50, all: true })
  expect(found).toEqual(ids(0, 1200))
  expect(last).not.toHaveProperty('nextCursor')
})

test('a long response without paging is split, and continued in the middle', async () => {
  const everything = () => ({ body: rows(0, 70) })
  const first = await read(everything, { limit: 50 })
  expect(first.ids).toEqual(ids(0, 50))
  expect(first.last?.total).toBe(70)
  const rest = await read(everything, { limit: 50, cursor: first.last?.nextCursor })
  expect(rest.ids).toEqual(ids(50, 70))
  expect(rest.last).not.toHaveProperty('nextCursor')
})

test('a link to the next page is followed', async () => {
  const linked = ({ query }: ReceivedRequest): CannedResponse => {
    const page = Number(query.get('page') ?? 1)
    const link = `</v3/api/senders?page=${page + 1}>; rel="next"`
    return { headers: page < 3 ? { link } : {}, body: rows(page * 10, page * 10 + 10) }
  }
  const { ids: found } = await read(linked, { limit: 50, all: true })
  expect(found).toEqual(ids(10, 40))
})

test.each([
  ['repeats its cursor', ({ query }: ReceivedRequest) => (query.has('cursor') ? 10 : 0), 'a'],
  ['gives its first page again', () => 0, undefined],
] as const)('a server that %s does not cause an endless loop', async (_, start, fixed) => {
  let count = 0
  const answer = (heard: ReceivedRequest): CannedResponse => {
    count += 1
    const from = start(heard)
    return { headers: { 'x-next-cursor': fixed ?? `c${count}` }, body: rows(from, from + 10) }
  }
  const { ids: found } = await read(answer, { limit: 50, all: true })
  expect(found).toEqual(fixed ? ids(0, 20) : ids(0, 10))
})

test('items are yielded one by one', async () => {
  const server = await startForeign()
  server.respond('GET /senders', keyset)
  const { client } = clientFor(server.url)
  const found = []
  for await (const { id } of items(client, senders.list, {}, { limit: 3 })) found.push(id)
  expect(found).toEqual([0, 1, 2])
})
