import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import { revokeKeys } from '../auth/api-keys/store.ts'
import { findRelation } from '../auth/relation-store.ts'
import { revokeSessions } from '../auth/store.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler, Principal } from '../handler.ts'
import type { DeleteListContents } from '../lists/delete.ts'
import { deleteListRow, type ListRef, selectLists } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { requireAccount } from './access.ts'
import { noShare, resetOf, subtractShares, usedSends } from './quota.ts'
import { addSends, takeShare } from './quota-store.ts'
import { mayBeParentOf } from './role.ts'
import { readRole } from './roles.ts'
import type { StopActivity } from './status.ts'
import { type Account, anonymizeAccount, findAccount } from './store.ts'
import { lockTree, moveChildren, selectChildren, transferSuspension } from './tree-store.ts'

const listsAtOnce = 100

/** The operations of higher modules that a deletion needs. */
export interface UserDependencies {
  stopSends: StopActivity
  disableWebhooks: StopActivity
  purgeList: DeleteListContents
}

/**
 * Deletes the account at once and returns its limits to the parent. Its contacts are purged
 * afterwards.
 */
export const remove =
  (
    { db, clock }: Service,
    { stopSends, disableWebhooks, purgeList }: UserDependencies,
  ): Handler<typeof contract.users.delete> =>
  async ({ id, transfer_to }, { account, transact, note }) => {
    let lists: readonly ListRef[] = []
    const answer = await transact(async (tx) => {
      const now = clock.now()
      await lockTree(tx)
      const target = await requireAccount(tx, account, id, 'delete')
      await transferChildren(tx, { account, target, transfer_to })
      await stopSends(tx, id, now)
      await disableWebhooks(tx, id, now)
      await returnLimits(tx, target, now)
      await revokeSessions(tx, id, { now })
      await revokeKeys(tx, { accountId: id, now })
      lists = await deleteLists(tx, id)
      await anonymizeAccount(tx, id, now)
      note({ accountId: id })
      return { ok: true }
    })
    for (const list of lists) await purgeList(db, list)
    return answer
  }

/** Deletes the rows of the lists. Their contacts are purged later. */
async function deleteLists(tx: Executor, accountId: number): Promise<ListRef[]> {
  const deleted: ListRef[] = []
  for (;;) {
    const lists = await selectLists(tx, { accountId, limit: listsAtOnce, order: 'asc' })
    if (lists.length === 0) return deleted
    for (const { id: listId } of lists) {
      await deleteListRow(tx, { accountId, listId })
      deleted.push({ accountId, listId })
    }
  }
}

interface Transfer {
  account: Principal
  target: Account
  transfer_to: number | undefined
}

/**
 * Moves sub-accounts below another account of the caller. That account must not be below the
 * deleted one, and its role must allow them.
 */
async function transferChildren(
  tx: Executor,
  { account, target, transfer_to }: Transfer,
): Promise<void> {
  const children = await selectChildren(tx, target.id)
  const [first] = children
  if (transfer_to === undefined) {
    if (first) throw new Failure('in_use', { values: { by: first.username } })
    return
  }
  const newParent = await requireAccount(tx, account, transfer_to, 'get')
  const relation = await findRelation(tx, { callerId: target.id, accountId: newParent.id })
  const roles = children.map(({ role }) => readRole(role))
  const mayHaveChildren =
    newParent.status === 'active' && mayBeParentOf(readRole(newParent.role), roles)
  if (relation !== undefined || !mayHaveChildren) throw new Failure('conflict')
  // The new parent is active, so accounts that were suspended only through their old place are
  // active again.
  await transferSuspension(tx, { below: target.id, from: target.suspended_by, to: 0 })
  await moveChildren(tx, { from: target.id, to: newParent.id })
}

/**
 * Includes the sends that were used. Otherwise an account recreated every week could send four
 * times its limit.
 */
async function returnLimits(tx: Executor, target: Account, now: number): Promise<void> {
  if (target.parent_id === null) return
  const parent = await findAccount(tx, target.parent_id)
  await takeShare(tx, parent.id, subtractShares(noShare, target), now)
  const resetAt = resetOf(parent, now)
  await addSends(tx, { accountId: parent.id, count: usedSends(target, now), resetAt, now })
}
