import type { contract } from '../../contract/index.ts'
import type { ContactStatus } from '../../contract/shapes/contact.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import { decodeIdCursor, pageOf } from '../http/paging.ts'
import { selectFields } from '../lists/fields/store.ts'
import { countContacts, findList, type ListRef, totalOf } from '../lists/store.ts'
import type { Service } from '../service.ts'
import type { SegmentFilter } from './segment-filter.ts'
import { selectContacts } from './store.ts'
import { viewOf } from './view.ts'

export const list =
  ({ db, reader }: Service, filterBy: SegmentFilter): Handler<typeof contract.contacts.list> =>
  async (
    { id, limit, cursor, order = 'asc', updated_since, segment_id, conditions: typed, ...filter },
    { account },
  ) => {
    await findList(db, { accountId: account.id, listId: id })
    const after = decodeIdCursor(cursor)
    const accountId = account.id
    const conditions = await Promise.all([
      ...(segment_id === undefined
        ? []
        : [filterBy(reader, { accountId, segmentId: Number(segment_id) })]),
      ...(typed === undefined
        ? []
        : [filterBy(reader, { accountId, listId: id, conditions: typed })]),
    ])
    const contacts = await selectContacts(reader, {
      accountId,
      listId: id,
      limit,
      order,
      after,
      updatedSince: updated_since === undefined ? undefined : Date.parse(updated_since),
      status: filter.status,
      q: filter.q,
      conditions,
    })
    const fields = await selectFields(reader, { accountId, listId: id })
    const show = await viewOf(reader, accountId, fields, contacts.slice(0, limit))
    const page = pageOf(contacts, limit, (contact) => [contact.id], show)
    if (after !== undefined) return page
    if (page.nextCursor === undefined) return { ...page, total: page.items.length }
    const isCountable = conditions.length === 0 && !filter.q && updated_since === undefined
    return isCountable
      ? { ...page, total: await countOf(reader, { accountId, listId: id }, filter.status) }
      : page
  }

/** Returns the total that the list maintains. Any other filter would require a scan. */
async function countOf(
  reader: Executor,
  { accountId, listId }: ListRef,
  status: ContactStatus | undefined,
): Promise<number> {
  const counts = (await countContacts(reader, accountId, [listId]))(listId)
  return status === undefined ? totalOf(counts) : counts[status]
}
