import type { contract } from '../../contract/index.ts'
import { selectContactsById } from '../contacts/store.ts'
import { viewAcrossLists } from '../contacts/view.ts'
import type { Handler } from '../handler.ts'
import { decodeCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { searchContacts } from './search-contacts.ts'
import { strategiesFor } from './strategies.ts'

/** Searches contacts on all lists of the account, closest matches first. */
export const contacts =
  ({ reader }: Service): Handler<typeof contract.search.contacts> =>
  async ({ q, limit, cursor }, { account }) => {
    const found = await searchContacts(reader, {
      accountId: account.id,
      strategies: strategiesFor(q),
      after: readCursor(cursor),
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
      ({ strategy, key, id }) => [strategy, key, id],
      ({ id }) => id,
    )
    return { ...page, items: rows.map(show) }
  }

function readCursor(cursor: string | undefined) {
  const [strategy, key = '', id = 0] = decodeCursor(cursor, ['rank', 'text', 'whole']) ?? []
  return strategy === undefined ? undefined : { strategy, key, id }
}
