import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { moveOf } from './automation.ts'
import { setListeners } from './listeners-store.ts'
import { hasWaitingRuns } from './runs-store.ts'
import { findAutomation, updateAutomation } from './store.ts'

/**
 * Nobody enters any more. `pause`: those inside stay where they are; `drain`: they go on to the end;
 * `exit`: they end where they stand, which a worker sees to. With nobody inside it has stopped.
 */
export const deactivate =
  ({ clock, wake }: Service): Handler<typeof contract.automations.deactivate> =>
  async ({ id, mode }, { account, transact }) => {
    const answer = await transact(async (tx) => {
      const automation = await findAutomation(tx, { accountId: account.id, automationId: id })
      const moved = moveOf(automation.status, mode)
      const isEmpty = moved === 'draining' && !(await hasWaitingRuns(tx, id))
      const status = isEmpty ? 'stopped' : moved
      const change = {
        status,
        exits: status === 'draining' && mode === 'exit' ? (1 as const) : (0 as const),
        // Those who were not let in yet stay outside, unless it is only a pause.
        ...(mode !== 'pause' && { existing_after: null }),
        updated_at: clock.now(),
      }
      if (!(await updateAutomation(tx, automation, change))) throw new Failure('conflict')
      await setListeners(tx, account.id)
      return { ok: true, status }
    })
    wake()
    return answer
  }
