import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { attachmentsOf } from './attachments-store.ts'
import { stateCounts } from './stats-store.ts'
import { findCampaign, listsOf } from './store.ts'
import { campaignOf, isCounted } from './view.ts'

export const get =
  ({ db, reader, settings: { publicUrl } }: Service): Handler<typeof contract.campaigns.get> =>
  async ({ id }, { account, headers }) => {
    const row = await findCampaign(db, account.id, id)
    const lists = await listsOf(db, [id])
    const counts = isCounted(row) ? await stateCounts(reader, [id]) : new Map()
    headers.etag = `"${row.version}"`
    const own = lists.get(id) ?? { included: [], excluded: [] }
    return campaignOf(row, await attachmentsOf(db, id), own, counts.get(id), publicUrl)
  }
