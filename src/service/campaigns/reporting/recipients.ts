import type { contract } from '../../../contract/index.ts'
import type { Handler } from '../../handler.ts'
import { decodeCursor, pageOf } from '../../http/paging.ts'
import type { Service } from '../../service.ts'
import { findAnyCampaign } from '../store.ts'
import { recipientView } from './recipient-view.ts'
import { optOutsOf, selectRecipients, visitsOf } from './recipients-store.ts'

const noOptOuts: ReadonlySet<string> = new Set()

/** Lists the recipients of a campaign with their status. */
export const recipients =
  ({ reader }: Service): Handler<typeof contract.campaigns.recipients> =>
  async ({ id, status, link_id: link, order = 'asc', limit, cursor }, { account }) => {
    await findAnyCampaign(reader, account.id, id)
    const [after] = decodeCursor(cursor, ['text']) ?? []
    const rows = await selectRecipients(reader, {
      campaign: id,
      filter: status,
      link,
      order,
      after,
      limit: limit + 1,
    })
    const engagements = await visitsOf(
      reader,
      id,
      rows.map((row) => row.id),
    )
    const optOuts = await optOutsOf(
      reader,
      id,
      rows.map((row) => row.contact_id),
    )
    return pageOf(
      rows,
      limit,
      ({ address_key }) => [address_key],
      (row) =>
        recipientView(
          row,
          engagements.filter(({ recipient_id }) => recipient_id === row.id),
          optOuts.get(row.contact_id) ?? noOptOuts,
        ),
    )
  }
