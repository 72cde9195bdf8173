import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { transition } from './campaign.ts'
import { draftOf } from './check.ts'
import { gatherFacts } from './facts.ts'
import { sendProblems } from './send-check.ts'
import { findCampaign, listsOf, moveCampaign } from './store.ts'
import { statusOf } from './view.ts'

/** Sent again to one that is on its way, it says so and does nothing. */
export const send =
  (service: Service): Handler<typeof contract.campaigns.send> =>
  async ({ id, expect_recipients: expected }, { account, transact }) => {
    const row = await findCampaign(service.db, account.id, id)
    const status = transition(statusOf(row), 'send')
    if (status === row.status) return { ok: true, status }
    const lists = (await listsOf(service.db, [id])).get(id) ?? { included: [], excluded: [] }
    // Sent now, a time that was set for later is no longer meant.
    const draft = { ...draftOf(row), scheduled_at: null }
    const [problem] = sendProblems(await gatherFacts(service, account.id, draft, lists), {
      atOnce: true,
    })
    if (problem) throw problem
    const answer = await transact(async (tx) => {
      const change = {
        status,
        by_recipient_timezone: 0 as const,
        updated_at: service.clock.now(),
        ...(expected && { expect_min: expected.min, expect_max: expected.max }),
      }
      // Somebody else may have sent it, or cancelled it, since it was read.
      if (!(await moveCampaign(tx, id, 'send', change))) {
        const now = statusOf(await findCampaign(tx, account.id, id))
        if (transition(now, 'send') !== now) throw new Failure('conflict')
        return { ok: true, status: now }
      }
      return { ok: true, status }
    })
    service.wake()
    return answer
  }
