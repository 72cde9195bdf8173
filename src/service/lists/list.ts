import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import { decodeIdCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { countContacts, selectLists } from './store.ts'
import { showList } from './view.ts'

export const list =
  ({ db }: Service): Handler<typeof contract.lists.list> =>
  async ({ limit, cursor, order = 'asc', q }, { account }) => {
    const after = decodeIdCursor(cursor)
    const lists = await selectLists(db, {
      accountId: account.id,
      limit,
      order,
      ...(after !== undefined && { after }),
      ...(q && { q }),
    })
    const countsOf = await countContacts(
      db,
      account.id,
      lists.slice(0, limit).map(({ id }) => id),
    )
    return pageOf(
      lists,
      limit,
      ({ id }) => [id],
      (list) => showList(list, countsOf(list.id)),
    )
  }
