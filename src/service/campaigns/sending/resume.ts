import type { contract } from '../../../contract/index.ts'
import type { Handler } from '../../handler.ts'
import { logAfter } from '../../log.ts'
import type { Service } from '../../service.ts'
import { keepCampaignReferences } from '../references.ts'
import { acceptReputation } from '../store.ts'
import { applyTransition, releasedLease } from './apply-transition.ts'

/**
 * Resumes a paused campaign even if it is late or its audience has an unexpected size: a person has
 * checked it.
 */
export const resume =
  ({ clock, log, wake }: Service): Handler<typeof contract.campaigns.resume> =>
  async ({ id }, { account, transact }) => {
    const answer = await logAfter(log, (log) =>
      transact(async (tx) => {
        await acceptReputation(tx, account.id, id)
        const status = await applyTransition({ tx, log }, { account: account.id, id }, 'resume', {
          ...releasedLease,
          reason: null,
          updated_at: clock.now(),
        })
        if (status === 'queued') await keepCampaignReferences(tx, account.id, id)
        return { ok: true, status }
      }),
    )
    wake()
    return answer
  }
