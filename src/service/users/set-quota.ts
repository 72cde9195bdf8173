import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { requireAccount } from './access.ts'
import { applyEdit, type Limits, remainingLimits, subtractShares } from './quota.ts'
import { setLimits, takeShare } from './quota-store.ts'
import { type Account, findAccount } from './store.ts'
import { lockTree } from './tree-store.ts'
import { showQuota } from './view.ts'

/**
 * Sets the limits of an account. Increases come out of the caller's limits, and decreases return to
 * them.
 */
export const setQuota =
  ({ clock }: Service): Handler<typeof contract.users.setQuota> =>
  ({ id, ...edit }, { account, transact, note }) =>
    transact(async (tx) => {
      const now = clock.now()
      await lockTree(tx)
      const target = await requireAccount(tx, account, id, 'setQuota')
      const limits = applyEdit(target, edit)
      if (id !== account.id) {
        const caller = await findAccount(tx, account.id)
        const share = subtractShares(limits, target)
        const isTooFast = (edit.rate_per_hour ?? 0) > caller.rate_per_hour
        if (isTooFast || !(await takeShare(tx, caller.id, share, now))) {
          throw quotaExceeded(caller, { ...share, rate_per_hour: limits.rate_per_hour }, now)
        }
      } else if (target.parent_id !== null) throw new Failure('forbidden')
      if (!(await setLimits(tx, id, limits, now))) throw new Failure('conflict')
      note({ accountId: id, before: limitsOf(target), after: limits })
      return showQuota(await findAccount(tx, id), now)
    })

const limitsOf = (account: Account): Limits => ({
  monthly_sends: account.monthly_sends,
  contacts_max: account.contacts_max,
  ai_generations: account.ai_generations,
  rate_per_hour: account.rate_per_hour,
})

/** Names the first limit of which too little is left. */
export function quotaExceeded(caller: Account, requested: Limits, now: number): Failure {
  const remaining = remainingLimits(caller, now)
  const exceeded = Object.entries(remaining).find(
    ([name, available]) => available < requested[name as keyof Limits],
  ) // same keys as `Limits`
  const [name, available = 0] = exceeded ?? []
  const values = name === undefined ? {} : { left: available, limit: caller[name as keyof Limits] }
  return new Failure('quota_exceeded', { values })
}
