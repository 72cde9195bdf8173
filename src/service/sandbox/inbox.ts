import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import { decodeIdCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { inboxMessageOf, inboxMessages } from './inbox-message.ts'
import { localPage } from './loopback.ts'
import { readMessage } from './message.ts'
import { countMessages, deleteMessages, findMessage } from './store.ts'

/** The catch-all's messages as JSON, for this machine only. */
export const inboxPages = ({ db }: Pick<Service, 'db'>): readonly Page[] => [
  localPage('GET', '/sandbox/inbox', ({ query }) => list(db, query)),
  local('GET', '/sandbox/inbox/:id', ({ params }) => show(db, params.id)),
  local('POST', '/sandbox/inbox/clear', () => clear(db)),
]

const local = (
  method: Page['method'],
  path: string,
  answer: (request: PageRequest) => Promise<object>,
): Page => localPage(method, path, async (request) => json(await answer(request)))

const defaultLimit = 50
const maxLimit = 500

/** The newest messages, in pages as the lists of the API. With `after`, those that came since. */
async function list(db: Executor, query: Record<string, string>): Promise<PageAnswer> {
  const to = query.to || undefined
  const after = wholeNumber('after', query.after)
  const limit = Math.min(wholeNumber('limit', query.limit) ?? defaultLimit, maxLimit)
  const before = decodeIdCursor(query.cursor || undefined)
  const rows = await inboxMessages(db, { to, after, before, limit: limit + 1 })
  const page = pageOf(
    rows,
    limit,
    ({ id }) => [id],
    (message) => message,
  )
  const { nextCursor } = page
  return json(page.items, {
    'x-total-count': String(await countMessages(db, { to })),
    ...(nextCursor !== undefined && after === undefined && { 'x-next-cursor': nextCursor }),
  })
}

async function show(db: Executor, id: string | undefined): Promise<object> {
  const message = await findMessage(db, wholeNumber('id', id) ?? 0)
  if (!message) throw new Failure('not_found')
  const raw = Buffer.from(message.raw)
  return {
    ...(await inboxMessageOf(message, raw)),
    ...(await readMessage(raw)),
    source: raw.toString(),
  }
}

async function clear(db: Executor): Promise<object> {
  await deleteMessages(db)
  return { ok: true }
}

function wholeNumber(field: string, text: string | undefined): number | undefined {
  if (!text) return undefined
  if (!/^\d{1,15}$/.test(text)) {
    throw new Failure('invalid', { problems: [{ field, code: 'bad_number' }] })
  }
  return Number(text)
}

const json = (body: object, headers: Record<string, string> = {}): PageAnswer => ({
  status: 200,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  },
  body: JSON.stringify(body),
})
