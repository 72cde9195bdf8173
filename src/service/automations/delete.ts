import type { contract } from '../../contract/index.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { deleteAutomation } from './delete-store.ts'
import { setListeners } from './listeners-store.ts'
import { hasWaitingRuns } from './runs-store.ts'
import { findAutomation } from './store.ts'
import { sweepRuns } from './sweep-store.ts'

/** Gone at once, and whoever is inside with it; their runs are swept after it, in slices. */
export const remove =
  ({ db, clock, wake }: Service): Handler<typeof contract.automations.delete> =>
  async ({ id, force }, { account, transact }) => {
    const answer = await transact(async (tx) => {
      const place = { accountId: account.id, automationId: id }
      const { status } = await findAutomation(tx, place)
      const isInUse = status === 'active' || (await hasWaitingRuns(tx, id))
      if (isInUse && !isOn(force)) throw new Failure('wrong_state', { values: { status } })
      await deleteAutomation(tx, place, clock.now())
      await setListeners(tx, account.id)
      return { ok: true }
    })
    wake()
    await sweepRuns(db, id)
    return answer
  }
