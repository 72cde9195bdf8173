import type { Role } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { requireAccount } from './access.ts'
import { isAbove, readRole } from './roles.ts'
import { findAccount, updateAccount } from './store.ts'
import { lockTree, selectChildren } from './tree-store.ts'

/**
 * Changes a role. No account may have a role above its parent's, and a User has no sub-accounts. So
 * the root of a tree stays an Admin, and there is always one.
 */
export const role =
  ({ clock }: Service): Handler<typeof contract.users.role> =>
  ({ id, role: text }, { account, transact, note }) =>
    transact(async (tx) => {
      const now = clock.now()
      const requested = readRole(text)
      await lockTree(tx)
      const target = await requireAccount(tx, account, id, 'role')
      const callerRole = readRole((await findAccount(tx, account.id)).role)
      if (isAbove(requested, callerRole)) throw new Failure('forbidden')
      if (requested === target.role) return { ok: true, role: requested }
      if (target.parent_id === null) throw new Failure('conflict')
      const parent = await findAccount(tx, target.parent_id)
      const below = (await selectChildren(tx, id)).map((child) => readRole(child.role))
      if (isAbove(requested, readRole(parent.role)) || !mayBeParentOf(requested, below)) {
        throw new Failure('conflict')
      }
      await updateAccount(tx, id, { role: requested }, now)
      note({ accountId: id, before: { role: target.role }, after: { role: requested } })
      return { ok: true, role: requested }
    })

/** Whether an account with this role may have sub-accounts with those roles. */
export const mayBeParentOf = (role: Role, below: readonly Role[]): boolean =>
  below.length === 0 || (role !== 'User' && !below.some((child) => isAbove(child, role)))
