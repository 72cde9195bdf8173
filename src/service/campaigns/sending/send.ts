import type { contract } from '../../../contract/index.ts'
import { Failure } from '../../../core/failure.ts'
import type { Handler } from '../../handler.ts'
import { logAfter } from '../../log.ts'
import type { Service } from '../../service.ts'
import { statusOf, transition } from '../campaign.ts'
import { keepCampaignReferences } from '../references.ts'
import { findCampaign, listsOf } from '../store.ts'
import { tryTransition } from './apply-transition.ts'
import { draftOf } from './check.ts'
import { preflight } from './preflight.ts'
import { sendProblems } from './preflight-checks.ts'
import { reserveSendsOrThrow } from './quota-reservation.ts'

/** Queues a campaign. A campaign that is being sent already is left as it is. */
export const send =
  (service: Service): Handler<typeof contract.campaigns.send> =>
  async ({ id, expect_recipients: expected }, { account, transact }) => {
    const row = await findCampaign(service.db, account.id, id)
    const status = transition(statusOf(row), 'send')
    if (status === row.status) return { ok: true, status }
    const lists = (await listsOf(service.db, account.id, [id])).get(id) ?? {
      included: [],
      excluded: [],
    }
    // An immediate send overrides the schedule.
    const draft = { ...draftOf(row), scheduled_at: null }
    const checks = await preflight(service, account.id, draft, lists)
    const [problem] = sendProblems(checks, { atOnce: true })
    if (problem) throw problem
    const answer = await logAfter(service.log, (log) =>
      transact(async (tx) => {
        const now = service.clock.now()
        const change = {
          status,
          by_recipient_timezone: 0 as const,
          updated_at: now,
          ...(expected && { expect_min: expected.min, expect_max: expected.max }),
        }
        // Another request may have sent or cancelled it since it was read.
        if (!(await tryTransition({ tx, log }, id, 'send', change))) {
          const found = statusOf(await findCampaign(tx, account.id, id))
          if (transition(found, 'send') !== found) throw new Failure('conflict')
          return { ok: true, status: found }
        }
        // An edit, or the deletion of a list, may have come in between.
        await keepCampaignReferences(tx, account.id, id)
        const sends = checks.quota.wanted
        await reserveSendsOrThrow(tx, { campaign: id, account: account.id, sends, now })
        return { ok: true, status }
      }),
    )
    service.wake()
    return answer
  }
