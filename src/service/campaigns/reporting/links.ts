import type { contract } from '../../../contract/index.ts'
import type { Handler } from '../../handler.ts'
import { decodeIdCursor, pageOf } from '../../http/paging.ts'
import type { Service } from '../../service.ts'
import { findAnyCampaign } from '../store.ts'
import { selectLinks } from './links-store.ts'

/** Lists clicks by link. The links are known once the first message has been sent. */
export const links =
  ({ reader }: Service): Handler<typeof contract.campaigns.links> =>
  async ({ id, link_id: link, limit, cursor }, { account }) => {
    await findAnyCampaign(reader, account.id, id)
    const after = decodeIdCursor(cursor) ?? -1
    const rows = await selectLinks(
      reader,
      { accountId: account.id, campaign: id },
      { link, after, limit: limit + 1 },
    )
    return pageOf(
      rows,
      limit,
      ({ position }) => [position],
      (row) => row,
    )
  }
