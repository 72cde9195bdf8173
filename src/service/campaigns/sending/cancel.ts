import type { contract } from '../../../contract/index.ts'
import type { Handler } from '../../handler.ts'
import { logAfter } from '../../log.ts'
import type { Service } from '../../service.ts'
import { applyTransition, releasedLease } from './apply-transition.ts'

/** Cancels a campaign at once. A worker then cancels its unsent recipients. */
export const cancel =
  ({ clock, log, wake }: Service): Handler<typeof contract.campaigns.cancel> =>
  async ({ id }, { account, transact }) => {
    const answer = await logAfter(log, (log) =>
      transact(async (tx) => ({
        ok: true,
        status: await applyTransition({ tx, log }, { account: account.id, id }, 'cancel', {
          ...releasedLease,
          reason: null,
          updated_at: clock.now(),
        }),
      })),
    )
    wake()
    return answer
  }
