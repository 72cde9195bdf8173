import type { contract } from '../../../contract/index.ts'
import type { Handler } from '../../handler.ts'
import { relayWarnings } from '../../processes/relay-warnings.ts'
import type { Service } from '../../service.ts'
import { needsCounts } from '../campaign.ts'
import { recipientCounts } from '../reporting/recipient-counts.ts'
import { findCampaign, listsOf } from '../store.ts'
import { attachmentsOf } from './attachments-store.ts'
import { campaignOf } from './view.ts'

export const get =
  ({ db, reader, settings: { publicUrl } }: Service): Handler<typeof contract.campaigns.get> =>
  async ({ id }, { account, language, headers }) => {
    const row = await findCampaign(db, account.id, id)
    const lists = await listsOf(db, account.id, [id])
    const counts = needsCounts(row) ? await recipientCounts(reader, [id]) : new Map()
    headers.etag = `"${row.version}"`
    const campaignLists = lists.get(id) ?? { included: [], excluded: [] }
    const attachments = await attachmentsOf(db, row)
    return {
      ...campaignOf(row, attachments, campaignLists, counts.get(id), publicUrl),
      warnings: needsCounts(row) ? await relayWarnings(db, language) : [],
    }
  }
