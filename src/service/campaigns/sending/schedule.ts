import type { contract } from '../../../contract/index.ts'
import { isOn } from '../../../contract/shapes/wire.ts'
import { Failure, refuse } from '../../../core/failure.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { statusOf, transition } from '../campaign.ts'
import { keepCampaignReferences } from '../references.ts'
import { findCampaign, listsOf, updateCampaign } from '../store.ts'
import { draftOf } from './check.ts'
import { preflight } from './preflight.ts'
import { sendProblems } from './preflight-checks.ts'

/** Sets or changes the send time. Problems are refused now, not at send time. */
export const schedule =
  (service: Service): Handler<typeof contract.campaigns.schedule> =>
  async (input, { account, transact }) => {
    const { id, timezone, expect_recipients: expected } = input
    const isByRecipient = isOn(input.by_recipient_timezone)
    const { db, clock } = service
    const row = await findCampaign(db, account.id, id)
    const status = transition(statusOf(row), 'schedule')
    if (isByRecipient && row.ab_test !== null) refuseTimezoneWithAbTest()
    const scheduled_at = Date.parse(input.scheduled_at)
    const lists = (await listsOf(db, account.id, [id])).get(id) ?? { included: [], excluded: [] }
    const checks = await preflight(service, account.id, { ...draftOf(row), scheduled_at }, lists)
    const [problem] = sendProblems(checks, { atOnce: false })
    if (problem) throw problem
    return transact(async (tx) => {
      const isMoved = await updateCampaign(tx, row, {
        status,
        scheduled_at,
        timezone: timezone ?? row.timezone ?? account.timezone,
        by_recipient_timezone: isByRecipient ? 1 : 0,
        updated_at: clock.now(),
        ...(expected && { expect_min: expected.min, expect_max: expected.max }),
      })
      if (!isMoved) throw new Failure('conflict')
      await keepCampaignReferences(tx, account.id, id)
      return { ok: true, status }
    })
  }

/** The winner would be known only after half of the world has reached the hour. */
export const refuseTimezoneWithAbTest = (): void =>
  refuse([{ field: 'by_recipient_timezone', code: 'not_together', values: { other: 'ab_test' } }])
