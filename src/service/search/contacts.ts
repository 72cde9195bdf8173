import type { contract } from '../../contract/index.ts'
import { selectContactsById } from '../contacts/store.ts'
import { viewAcrossLists } from '../contacts/view.ts'
import type { Handler } from '../handler.ts'
import { decodeCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { searchContacts } from './contacts-store.ts'
import { waysToFind } from './ways.ts'

/** The closest first, over all lists of the account. */
export const contacts =
  ({ reader }: Service): Handler<typeof contract.search.contacts> =>
  async ({ q, limit, cursor }, { account }) => {
    const found = await searchContacts(reader, {
      accountId: account.id,
      ways: waysToFind(q),
      after: placeIn(cursor),
      limit: limit + 1,
    })
    const rows = await selectContactsById(
      reader,
      found.slice(0, limit).map(({ id }) => id),
    )
    const show = await viewAcrossLists(reader, account.id, rows)
    const page = pageOf(
      found,
      limit,
      ({ way, key, id }) => [way, key, id],
      ({ id }) => id,
    )
    return { ...page, items: rows.map(show) }
  }

function placeIn(cursor: string | undefined) {
  const [way, key, id] = decodeCursor(cursor, 3) ?? []
  return way === undefined ? undefined : { way: Number(way), key: String(key), id: Number(id) }
}
