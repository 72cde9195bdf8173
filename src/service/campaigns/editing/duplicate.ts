import type { contract } from '../../../contract/index.ts'
import { messages } from '../../../messages/all.ts'
import { fill } from '../../../messages/fill.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { refuseBeyondStorage } from '../../users/storage.ts'
import { findCampaign } from '../store.ts'
import { copyCampaign } from './copy-store.ts'

/** Copies content, audience and options. The schedule and results are not copied. */
export const duplicate =
  ({ clock }: Service): Handler<typeof contract.campaigns.duplicate> =>
  ({ id, camp_name: requestedName }, { account, transact }) =>
    transact(async (tx) => {
      const row = await findCampaign(tx, account.id, id)
      const { copyOf } = messages[account.language].campaignMail
      const camp_name = requestedName ?? fill(copyOf, { name: row.camp_name })
      const copy = await copyCampaign(tx, row, { camp_name, now: clock.now() })
      await refuseBeyondStorage(tx, account.id)
      return { ok: true, id: copy }
    })
