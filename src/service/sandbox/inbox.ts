import { Failure } from '../../core/failure.ts'
import { toIsoTime } from '../../core/time.ts'
import type { Executor } from '../database/dialect.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import type { Service } from '../service.ts'
import { localPage } from './loopback.ts'
import { readMessage } from './message.ts'
import { deleteMessages, findMessage, listMessages } from './store.ts'

/** The catch-all's messages as JSON, for this machine only. */
export const inboxPages = ({ db }: Pick<Service, 'db'>): readonly Page[] => [
  local('GET', '/sandbox/inbox', ({ query }) => list(db, query)),
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

async function list(db: Executor, query: Record<string, string>): Promise<object> {
  const messages = await listMessages(db, {
    to: query.to || undefined,
    after: wholeNumber('after', query.after),
    limit: Math.min(wholeNumber('limit', query.limit) ?? defaultLimit, maxLimit),
  })
  return messages.map(toItem)
}

async function show(db: Executor, id: string | undefined): Promise<object> {
  const message = await findMessage(db, wholeNumber('id', id) ?? 0)
  if (!message) throw new Failure('not_found')
  const raw = Buffer.from(message.raw)
  return { ...toItem(message), ...(await readMessage(raw)), source: raw.toString() }
}

async function clear(db: Executor): Promise<object> {
  await deleteMessages(db)
  return { ok: true }
}

const toItem = (message: Awaited<ReturnType<typeof listMessages>>[number]) => ({
  id: message.id,
  from: message.mail_from,
  to: message.rcpt_to,
  subject: message.subject,
  received_at: toIsoTime(message.received_at),
})

function wholeNumber(field: string, text: string | undefined): number | undefined {
  if (!text) return undefined
  if (!/^\d{1,15}$/.test(text)) {
    throw new Failure('invalid', { problems: [{ field, code: 'bad_number' }] })
  }
  return Number(text)
}

const json = (body: object): PageAnswer => ({
  status: 200,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  },
  body: JSON.stringify(body),
})
