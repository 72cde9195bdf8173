import type { contract } from '../../../contract/index.ts'
import type { Handler } from '../../handler.ts'
import { logAfter } from '../../log.ts'
import type { Service } from '../../service.ts'
import { applyTransition } from './apply-transition.ts'

/** Removes the schedule; the campaign is a draft again. */
export const unschedule =
  ({ clock, log }: Service): Handler<typeof contract.campaigns.unschedule> =>
  ({ id }, { account, transact }) =>
    logAfter(log, (log) =>
      transact(async (tx) => ({
        ok: true,
        status: await applyTransition({ tx, log }, { account: account.id, id }, 'unschedule', {
          scheduled_at: null,
          timezone: null,
          by_recipient_timezone: 0,
          updated_at: clock.now(),
        }),
      })),
    )
