import type { Role } from '../../contract/endpoint.ts'
import { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import { recordAct } from '../auth/audit-store.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { reachAccount } from './reach.ts'
import { isAbove, readRole } from './roles.ts'
import { findAccount, updateAccount } from './store.ts'
import { lockTree, selectChildren } from './tree-store.ts'

const endpoint = contract.users.role

/**
 * Nobody has a role above the account that theirs stands below, and a User has nobody below. So the
 * top of a tree stays an Admin, and there is always one left.
 */
export const role =
  ({ clock }: Service): Handler<typeof endpoint> =>
  ({ id, role: text }, { account, transact }) =>
    transact(async (tx) => {
      const now = clock.now()
      const wanted = readRole(text)
      await lockTree(tx)
      const target = await reachAccount(tx, account, id, 'role')
      const own = readRole((await findAccount(tx, account.id)).role)
      if (isAbove(wanted, own)) throw new Failure('forbidden')
      if (wanted === target.role) return { ok: true, role: wanted }
      if (target.parent_id === null) throw new Failure('conflict')
      const parent = await findAccount(tx, target.parent_id)
      const below = (await selectChildren(tx, id)).map((child) => readRole(child.role))
      if (isAbove(wanted, readRole(parent.role)) || !mayStandAbove(wanted, below)) {
        throw new Failure('conflict')
      }
      await updateAccount(tx, id, { role: wanted }, now)
      await recordAct(tx, { accountId: id, actorId: account.id, endpoint, now })
      return { ok: true, role: wanted }
    })

/** Whether accounts of these roles may stand below one of that role. */
export const mayStandAbove = (role: Role, below: readonly Role[]): boolean =>
  below.length === 0 || (role !== 'User' && !below.some((child) => isAbove(child, role)))
