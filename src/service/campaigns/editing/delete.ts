import type { contract } from '../../../contract/index.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { statusOf, transition } from '../campaign.ts'
import { type Campaign, findCampaign, updateCampaign } from '../store.ts'
import { setAttachments } from './attachments-store.ts'

export const remove =
  ({ clock }: Service): Handler<typeof contract.campaigns.delete> =>
  ({ id }, { account, transact }) =>
    transact(async (tx) => {
      let row: Campaign
      do {
        row = await findCampaign(tx, account.id, id)
        transition(statusOf(row), 'delete')
        // A concurrent edit or send changes the version. The campaign is checked again then.
      } while (!(await updateCampaign(tx, row, deletion(row, clock.now()))))
      await setAttachments(tx, row, [])
      return { ok: true }
    })

/** What was sent stays for the links in delivered mail. A draft leaves nothing that is stored. */
const deletion = ({ started_at }: Campaign, now: number): Partial<Campaign> => ({
  deleted_at: now,
  ...(started_at === null && { html: '', text: '' }),
})
