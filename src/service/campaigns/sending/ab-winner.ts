import type { contract } from '../../../contract/index.ts'
import { Failure, refuse } from '../../../core/failure.ts'
import type { Handler } from '../../handler.ts'
import { logAfter } from '../../log.ts'
import type { Service } from '../../service.ts'
import { readAbTest, variantsOf } from '../ab-test.ts'
import { statusOf, transition } from '../campaign.ts'
import { findCampaign } from '../store.ts'
import { tryTransition } from './apply-transition.ts'

/** Sends this variant to the remaining recipients. Repeating the call has no effect. */
export const abWinner =
  ({ clock, log, wake }: Service): Handler<typeof contract.campaigns.abWinner> =>
  async ({ id, variant }, { account, transact }) => {
    const answer = await logAfter(log, (log) =>
      transact(async (tx) => {
        const row = await findCampaign(tx, account.id, id)
        const test = readAbTest(row)
        if (test && !variantsOf(test).includes(variant)) {
          refuse([{ field: 'variant', code: 'not_a_choice' }])
        }
        if (row.ab_winner === variant) return { ok: true, status: statusOf(row) }
        const status = transition(statusOf(row), 'decide')
        const change = { status, ab_winner: variant, updated_at: clock.now() }
        if (!(await tryTransition({ tx, log }, id, 'decide', change))) throw new Failure('conflict')
        return { ok: true, status }
      }),
    )
    wake()
    return answer
  }
