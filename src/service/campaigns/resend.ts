import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { inVariant } from './ab-test.ts'
import { transition } from './campaign.ts'
import { copyCampaign } from './copy-store.ts'
import { isAnybodyAddressed } from './facts.ts'
import { findCampaign, listsOf } from './store.ts'
import { statusOf } from './view.ts'

/** A draft of the same message for those whom it has not reached. Who they are is seen when it is sent. */
export const resend =
  (service: Service): Handler<typeof contract.campaigns.resend> =>
  async ({ id, to, asunto }, { account, transact }) => {
    const { db, clock } = service
    const row = await findCampaign(db, account.id, id)
    transition(statusOf(row), 'resend')
    const lists = (await listsOf(db, [id])).get(id) ?? { included: [], excluded: [] }
    const unreached = { resend_of: id, resend_to: to }
    if (!(await isAnybodyAddressed(service, { ...row, ...unreached }, lists))) {
      throw new Failure('audience_empty')
    }
    const { againOf } = messages[account.language].campaignMail
    return transact(async (tx) => ({
      ok: true,
      // Which version is the better one has been found out.
      id: await copyCampaign(tx, inVariant(row, row.ab_winner ?? 'a'), {
        ...unreached,
        ab_test: null,
        camp_name: fill(againOf, { name: row.camp_name }),
        ...(asunto !== undefined && { asunto }),
        now: clock.now(),
      }),
    }))
  }
