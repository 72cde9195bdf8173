import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler, Handlers } from '../handler.ts'
import { decodeIdCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { inboxMessageOf, inboxMessages } from './inbox-message.ts'
import { readMessage } from './message.ts'
import { countMessages, findMessage } from './store.ts'

/** The inbox of an account that is a sandbox. Others have an empty one. */
export const accountInboxHandlers = (service: Service): Handlers['inbox'] => ({
  list: list(service),
  get: get(service),
})

const list =
  ({ db }: Service): Handler<typeof contract.inbox.list> =>
  async ({ to, limit, cursor, order = 'desc' }, { account }) => {
    const position = decodeIdCursor(cursor)
    const messages = await inboxMessages(db, {
      ...{ accountId: account.id, to, limit: limit + 1 },
      ...(order === 'asc' ? { after: position ?? 0 } : { before: position }),
    })
    const total = await countMessages(db, { accountId: account.id, to })
    return {
      ...pageOf(
        messages,
        limit,
        ({ id }) => [id],
        (message) => message,
      ),
      total,
    }
  }

const get =
  ({ db }: Service): Handler<typeof contract.inbox.get> =>
  async ({ message }, { account }) => {
    const found = await findMessage(db, message, account.id)
    if (!found) throw new Failure('not_found')
    const raw = Buffer.from(found.raw)
    const { text, html, links, headers } = await readMessage(raw)
    return {
      ...(await inboxMessageOf(found, raw)),
      ...{ text, html, links, headers: headers.map(({ name, value }) => ({ name, value })) },
      source: raw.toString(),
    }
  }
