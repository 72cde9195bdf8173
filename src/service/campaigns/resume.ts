import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { released, steer } from './steer.ts'

/** A person has looked at why it was held: late or drifted, it goes on all the same. */
export const resume =
  ({ clock, wake }: Service): Handler<typeof contract.campaigns.resume> =>
  async ({ id }, { account, transact }) => {
    const answer = await transact(async (tx) => ({
      ok: true,
      status: await steer(tx, { account: account.id, id }, 'resume', {
        ...released,
        reason: null,
        updated_at: clock.now(),
      }),
    }))
    wake()
    return answer
  }
