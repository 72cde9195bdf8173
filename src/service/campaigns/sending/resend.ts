import type { contract } from '../../../contract/index.ts'
import { Failure } from '../../../core/failure.ts'
import { messages } from '../../../messages/all.ts'
import { fill } from '../../../messages/fill.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { refuseBeyondStorage } from '../../users/storage.ts'
import { inVariant } from '../ab-test.ts'
import { statusOf, transition } from '../campaign.ts'
import { copyCampaign } from '../editing/copy-store.ts'
import { findCampaign, listsOf } from '../store.ts'
import { audienceOf } from './audience.ts'

/**
 * Creates a draft for the contacts that a campaign missed. They are determined when the draft is
 * sent.
 */
export const resend =
  (service: Service): Handler<typeof contract.campaigns.resend> =>
  async ({ id, to, asunto }, { account, transact }) => {
    const { db, clock } = service
    const row = await findCampaign(db, account.id, id)
    transition(statusOf(row), 'resend')
    const lists = (await listsOf(db, account.id, [id])).get(id) ?? { included: [], excluded: [] }
    const unreached = { resend_of: id, resend_to: to }
    const draft = { ...row, ...unreached, audience_fixed: 0 } as const
    const { recipients } = await audienceOf(service, draft, lists)
    if (recipients === 0) throw new Failure('audience_empty')
    const { resendOf } = messages[account.language].campaignMail
    return transact(async (tx) => {
      // The A/B test is decided, so the winner is sent.
      const copy = await copyCampaign(tx, inVariant(row, row.ab_winner ?? 'a'), {
        ...unreached,
        ab_test: null,
        camp_name: fill(resendOf, { name: row.camp_name }),
        ...(asunto !== undefined && { asunto }),
        now: clock.now(),
      })
      await refuseBeyondStorage(tx, account.id)
      return { ok: true, id: copy, recipients }
    })
  }
