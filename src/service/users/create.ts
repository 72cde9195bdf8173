import { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import { recordAct } from '../auth/audit-store.ts'
import { hashPassword } from '../auth/password.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { firstShare, type Limits, type LimitsEdit, leftOf, noShare, withEdit } from './quota.ts'
import { takeShare } from './quota-store.ts'
import { isAbove, readRole } from './roles.ts'
import { shortOf } from './set-quota.ts'
import { type Account, findAccount, insertAccount } from './store.ts'
import { lockTree } from './tree-store.ts'

const endpoint = contract.users.create

/** Stands below the caller, with its role at most and limits out of its own. */
export const create =
  ({ clock }: Service): Handler<typeof endpoint> =>
  async (input, { account, transact }) => {
    const role = readRole(input.role ?? 'User')
    const passHash = await hashPassword(input.pass)
    const now = clock.now()
    return transact(async (tx) => {
      await lockTree(tx)
      const parent = await findAccount(tx, account.id)
      if (parent.status !== 'active') throw new Failure('suspended')
      // Its own role may be another than when the guard looked.
      const own = readRole(parent.role)
      if (own === 'User' || isAbove(role, own)) throw new Failure('forbidden')
      const id = await insertAccount(tx, {
        parentId: parent.id,
        username: input.username,
        email: input.email,
        nombre: input.nombre ?? '',
        role,
        passHash,
        language: input.language ?? account.language,
        timezone: parent.timezone,
        plan: parent.plan,
        limits: await takeFirstLimits(tx, parent, input.quota, now),
        now,
      })
      await recordAct(tx, { accountId: id, actorId: account.id, endpoint, now })
      return { ok: true, id }
    })
  }

/** What is asked for, and beside it the usual, while the parent has so much. */
async function takeFirstLimits(
  tx: Executor,
  parent: Account,
  asked: LimitsEdit = {},
  now: number,
): Promise<Limits> {
  const { rate_per_hour } = parent
  const usual = withEdit({ ...firstShare(leftOf(parent, now)), rate_per_hour }, asked)
  const least = withEdit({ ...noShare, rate_per_hour }, asked)
  if (least.rate_per_hour <= parent.rate_per_hour) {
    for (const limits of [usual, least]) {
      if (await takeShare(tx, parent.id, limits, now)) return limits
    }
  }
  throw shortOf(parent, least, now)
}
