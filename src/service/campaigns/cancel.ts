import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { released, steer } from './steer.ts'

/** Final at once; those who were not sent to are swept after it, by a worker. */
export const cancel =
  ({ clock, wake }: Service): Handler<typeof contract.campaigns.cancel> =>
  async ({ id }, { account, transact }) => {
    const answer = await transact(async (tx) => ({
      ok: true,
      status: await steer(tx, { account: account.id, id }, 'cancel', {
        ...released,
        reason: null,
        updated_at: clock.now(),
      }),
    }))
    wake()
    return answer
  }
