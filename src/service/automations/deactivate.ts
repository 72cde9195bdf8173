import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { nextStatus } from './automation.ts'
import { updateListeners } from './listeners.ts'
import { hasWaitingRuns } from './runs-store.ts'
import { findAutomation, updateAutomation } from './store.ts'

/**
 * Stops contacts from entering. With `pause`, runs stay at their nodes; with `drain`, they continue
 * to the end; with `exit`, a worker ends them at their current nodes. Without active runs the
 * automation stops at once.
 */
export const deactivate =
  ({ clock, wake }: Service): Handler<typeof contract.automations.deactivate> =>
  async ({ id, mode }, { account, transact }) => {
    const answer = await transact(async (tx) => {
      const automation = await findAutomation(tx, { accountId: account.id, automationId: id })
      const moved = nextStatus(automation.status, mode)
      const isEmpty = moved === 'draining' && !(await hasWaitingRuns(tx, id))
      const status = isEmpty ? 'stopped' : moved
      const change = {
        status,
        exits: status === 'draining' && mode === 'exit' ? (1 as const) : (0 as const),
        // Unless it is only a pause, existing contacts that have not entered yet never do.
        ...(mode !== 'pause' && { existing_after: null }),
        updated_at: clock.now(),
      }
      if (!(await updateAutomation(tx, automation, change))) throw new Failure('conflict')
      await updateListeners(tx, account.id)
      return { ok: true, status }
    })
    wake()
    return answer
  }
