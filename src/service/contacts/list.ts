import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import { decodeCursor, pageOf } from '../http/paging.ts'
import { selectFields } from '../lists/fields/store.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { selectContacts } from './store.ts'
import { viewOf } from './view.ts'

export const list =
  ({ db, reader }: Service): Handler<typeof contract.contacts.list> =>
  async (
    { id, limit, cursor, order = 'asc', updated_since, segment_id, ...filter },
    { account },
  ) => {
    if (segment_id !== undefined) throw new Failure('not_implemented')
    await findList(db, { accountId: account.id, listId: id })
    const [after] = decodeCursor(cursor, 1) ?? []
    const contacts = await selectContacts(reader, {
      listId: id,
      limit,
      order,
      after: after === undefined ? undefined : Number(after),
      updatedSince: updated_since === undefined ? undefined : Date.parse(updated_since),
      status: filter.status,
      q: filter.q,
    })
    const show = await viewOf(reader, await selectFields(reader, id), contacts.slice(0, limit))
    return pageOf(contacts, limit, (contact) => [contact.id], show)
  }
