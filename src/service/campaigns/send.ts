import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { transition } from './campaign.ts'
import { draftOf } from './check.ts'
import { gatherFacts } from './facts.ts'
import { reserveOrRefuse } from './reserve-store.ts'
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
    const facts = await gatherFacts(service, account.id, draft, lists)
    const [problem] = sendProblems(facts, { atOnce: true })
    if (problem) throw problem
    const answer = await transact(async (tx) => {
      const now = service.clock.now()
      const change = {
        status,
        by_recipient_timezone: 0 as const,
        updated_at: now,
        ...(expected && { expect_min: expected.min, expect_max: expected.max }),
      }
      // Somebody else may have sent it, or cancelled it, since it was read.
      if (!(await moveCampaign(tx, id, 'send', change))) {
        const found = statusOf(await findCampaign(tx, account.id, id))
        if (transition(found, 'send') !== found) throw new Failure('conflict')
        return { ok: true, status: found }
      }
      const sends = facts.sends.wanted
      await reserveOrRefuse(tx, { campaign: id, account: account.id, sends, now })
      return { ok: true, status }
    })
    service.wake()
    return answer
  }
