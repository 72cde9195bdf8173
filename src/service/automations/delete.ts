import type { contract } from '../../contract/index.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import { purgeRuns } from '../retention/deleted-automations.ts'
import type { Service } from '../service.ts'
import { deleteAutomation } from './delete-store.ts'
import { updateListeners } from './listeners.ts'
import { hasWaitingRuns } from './runs-store.ts'
import { findAutomation } from './store.ts'

/**
 * Deletes an automation and its active runs at once. The rows of the runs are purged afterwards, in
 * slices.
 */
export const remove =
  ({ db, clock, wake }: Service): Handler<typeof contract.automations.delete> =>
  async ({ id, force }, { account, transact }) => {
    const answer = await transact(async (tx) => {
      const key = { accountId: account.id, automationId: id }
      const { status } = await findAutomation(tx, key)
      const isInUse = status === 'active' || (await hasWaitingRuns(tx, id))
      if (isInUse && !isOn(force)) throw new Failure('wrong_state', { values: { status } })
      await deleteAutomation(tx, key, clock.now())
      await updateListeners(tx, account.id)
      return { ok: true }
    })
    wake()
    await purgeRuns(db, id)
    return answer
  }
