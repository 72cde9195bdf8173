import type { contract } from '../../contract/index.ts'
import { toIsoTime } from '../../core/time.ts'
import type { Handler } from '../handler.ts'
import { decodeCursor, pageOf } from '../http/paging.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { type ContactEvent, selectHistory } from './history-store.ts'
import { findContact } from './store.ts'

export const history =
  ({ db, reader }: Service): Handler<typeof contract.contacts.history> =>
  async ({ id, contact: name, type, limit, cursor, order = 'desc' }, { account }) => {
    const [at, rank = 0, row = 0] = decodeCursor(cursor, ['whole', 'rank', 'whole']) ?? []
    const after = at === undefined ? undefined : { at, rank, id: row }
    const list = await findList(db, { accountId: account.id, listId: id })
    const { id: contactId } = await findContact(db, list, name)
    const query = { contactId, type, order, after, limit: limit + 1 }
    const events = await selectHistory(reader, query)
    return pageOf(events, limit, (event) => [event.at, event.rank, event.id], showEvent)
  }

export const showEvent = ({ type, at, campaign_id, detail }: ContactEvent) => ({
  type,
  at: toIsoTime(at),
  campaign_id,
  detail: detail === '' ? null : detail,
})
