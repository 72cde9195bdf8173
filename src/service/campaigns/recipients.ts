import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import { decodeCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { showRecipient } from './reach.ts'
import { partingsOf, selectRecipients, visitsOf } from './recipients-store.ts'
import { findMailing } from './store.ts'

const none: ReadonlySet<string> = new Set()

/** Whom it went to, or will, and what became of it. */
export const recipients =
  ({ reader }: Service): Handler<typeof contract.campaigns.recipients> =>
  async ({ id, status, link_id: link, order = 'asc', limit, cursor }, { account }) => {
    await findMailing(reader, account.id, id)
    const [after] = decodeCursor(cursor, 1) ?? []
    const rows = await selectRecipients(reader, {
      campaign: id,
      filter: status,
      link,
      order,
      after: after === undefined ? undefined : String(after),
      limit: limit + 1,
    })
    const visits = await visitsOf(
      reader,
      rows.map((row) => row.id),
    )
    const parted = await partingsOf(
      reader,
      id,
      rows.map((row) => row.contact_id),
    )
    return pageOf(
      rows,
      limit,
      ({ address_key }) => [address_key],
      (row) =>
        showRecipient(
          row,
          visits.filter(({ recipient_id }) => recipient_id === row.id),
          parted.get(row.contact_id) ?? none,
        ),
    )
  }
