import type { contract } from '../../../contract/index.ts'
import type { Handler } from '../../handler.ts'
import { decodeCursor, pageOf } from '../../http/paging.ts'
import type { Service } from '../../service.ts'
import { findAnyCampaign } from '../store.ts'
import { conversionsByRecipient } from './conversions-store.ts'
import { recipientView } from './recipient-view.ts'
import { optOutsOf, selectRecipients, visitsOf } from './recipients-store.ts'

/** Lists the recipients of a campaign with what happened to each. */
export const recipients =
  ({ reader }: Service): Handler<typeof contract.campaigns.recipients> =>
  async ({ id, status, link_id: link, since, order = 'asc', limit, cursor }, { account }) => {
    await findAnyCampaign(reader, account.id, id)
    const [email, visit] = decodeCursor(cursor, ['text', 'whole']) ?? []
    const rows = await selectRecipients(reader, {
      campaign: id,
      filter: status,
      link,
      since: since === undefined ? undefined : Date.parse(since),
      order,
      after: email === undefined || visit === undefined ? undefined : { email, visit },
      limit: limit + 1,
    })
    const ids = rows.map((row) => row.id)
    const visits = await visitsOf(reader, id, ids)
    const conversions = await conversionsByRecipient(reader, id, ids)
    const contacts = rows.map((row) => row.contact_id)
    const optOuts = await optOutsOf(reader, id, contacts)
    return pageOf(
      rows,
      limit,
      (row) => [row.address_key, row.visit],
      (row) =>
        recipientView(row, {
          visits: visits.get(row.id) ?? [],
          optOuts: optOuts.get(row.contact_id),
          conversions: conversions.get(row.id),
        }),
    )
  }
