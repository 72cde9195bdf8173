import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { steer } from './steer.ts'

/** Back to a draft, without its time. */
export const unschedule =
  ({ clock }: Service): Handler<typeof contract.campaigns.unschedule> =>
  ({ id }, { account, transact }) =>
    transact(async (tx) => ({
      ok: true,
      status: await steer(tx, { account: account.id, id }, 'unschedule', {
        scheduled_at: null,
        timezone: null,
        by_recipient_timezone: 0,
        updated_at: clock.now(),
      }),
    }))
