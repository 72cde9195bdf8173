import { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import { recordAct } from '../auth/audit-store.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { differenceOf, type Limits, leftOf, withEdit } from './quota.ts'
import { setLimits, takeShare } from './quota-store.ts'
import { reachAccount } from './reach.ts'
import { type Account, findAccount } from './store.ts'
import { lockTree } from './tree-store.ts'
import { showQuota } from './view.ts'

const endpoint = contract.users.setQuota

/** What an account gets is taken from the caller's own, and what is taken away goes back there. */
export const setQuota =
  ({ clock }: Service): Handler<typeof endpoint> =>
  ({ id, ...edit }, { account, transact }) =>
    transact(async (tx) => {
      const now = clock.now()
      await lockTree(tx)
      const target = await reachAccount(tx, account, id, 'setQuota')
      const limits = withEdit(target, edit)
      if (id !== account.id) {
        const giver = await findAccount(tx, account.id)
        const share = differenceOf(limits, target)
        const isTooFast = (edit.rate_per_hour ?? 0) > giver.rate_per_hour
        if (isTooFast || !(await takeShare(tx, giver.id, share, now))) {
          throw shortOf(giver, { ...share, rate_per_hour: limits.rate_per_hour }, now)
        }
      } else if (target.parent_id !== null) throw new Failure('forbidden')
      if (!(await setLimits(tx, id, limits, now))) throw new Failure('conflict')
      await recordAct(tx, { accountId: id, actorId: account.id, endpoint, now })
      return showQuota(await findAccount(tx, id), now)
    })

/** The first of the limits of which an account has less left than is asked of it. */
export function shortOf(giver: Account, asked: Limits, now: number): Failure {
  const left = leftOf(giver, now)
  const short = Object.entries(left).find(([name, has]) => has < asked[name as keyof Limits]) // its keys are those
  const [name, has = 0] = short ?? []
  const values = name === undefined ? {} : { left: has, limit: giver[name as keyof Limits] }
  return new Failure('quota_exceeded', { values })
}
