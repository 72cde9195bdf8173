import { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import { recordAct } from '../auth/audit-store.ts'
import { revokeSessions } from '../auth/store.ts'
import { findRelation } from '../auth/tree-store.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler, Principal } from '../handler.ts'
import type { Sweep } from '../lists/delete.ts'
import { deleteListRow, type ListPlace, selectLists } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { resetOf, usedOf } from './quota.ts'
import { giveShare, inheritSends } from './quota-store.ts'
import { reachAccount } from './reach.ts'
import { mayStandAbove } from './role.ts'
import { readRole } from './roles.ts'
import type { Halt } from './status.ts'
import { type Account, buryAccount, findAccount } from './store.ts'
import { lockTree, moveChildren, passSuspension, selectChildren } from './tree-store.ts'

const endpoint = contract.users.delete

const listsAtOnce = 100

/** What rooms above this one do for it. */
export interface Doors {
  stopSends: Halt
  silence: Halt
  sweep: Sweep
}

/** The account is gone at once, what it had been given goes back; its people are swept after it. */
export const remove =
  ({ db, clock }: Service, { stopSends, silence, sweep }: Doors): Handler<typeof endpoint> =>
  async ({ id, transfer_to }, { account, transact }) => {
    let lists: readonly ListPlace[] = []
    const answer = await transact(async (tx) => {
      const now = clock.now()
      await lockTree(tx)
      const target = await reachAccount(tx, account, id, 'delete')
      await handOver(tx, { account, target, transfer_to })
      await stopSends(tx, id, now)
      await silence(tx, id, now)
      await giveBack(tx, target, now)
      await revokeSessions(tx, id, { now })
      lists = await deleteLists(tx, id)
      await buryAccount(tx, id, now)
      await recordAct(tx, { accountId: id, actorId: account.id, endpoint, now })
      return { ok: true }
    })
    for (const place of lists) await sweep(db, place)
    return answer
  }

/** Their rows: who was on them is swept when those are gone. */
async function deleteLists(tx: Executor, accountId: number): Promise<ListPlace[]> {
  const places: ListPlace[] = []
  for (;;) {
    const lists = await selectLists(tx, { accountId, limit: listsAtOnce, order: 'asc' })
    if (lists.length === 0) return places
    for (const { id: listId } of lists) {
      await deleteListRow(tx, { accountId, listId })
      places.push({ accountId, listId })
    }
  }
}

interface Succession {
  account: Principal
  target: Account
  transfer_to: number | undefined
}

/** Sub-accounts go below somebody else of the caller's, who may have them and does not stand below them. */
async function handOver(tx: Executor, { account, target, transfer_to }: Succession): Promise<void> {
  const children = await selectChildren(tx, target.id)
  const [first] = children
  if (transfer_to === undefined) {
    if (first) throw new Failure('in_use', { values: { by: first.username } })
    return
  }
  const heir = await reachAccount(tx, account, transfer_to, 'get')
  const place = await findRelation(tx, { callerId: target.id, accountId: heir.id })
  const roles = children.map(({ role }) => readRole(role))
  const mayInherit = heir.status === 'active' && mayStandAbove(readRole(heir.role), roles)
  if (place !== undefined || !mayInherit) throw new Failure('conflict')
  // The heir is active, and so are those again whom only the place held that they leave.
  await passSuspension(tx, { below: target.id, from: target.suspended_by, to: 0 })
  await moveChildren(tx, { from: target.id, to: heir.id })
}

/** With what was sent of it, or an account made anew each week would send four times as much. */
async function giveBack(tx: Executor, target: Account, now: number): Promise<void> {
  if (target.parent_id === null) return
  const parent = await findAccount(tx, target.parent_id)
  await giveShare(tx, parent.id, target, now)
  const resetAt = resetOf(parent, now)
  await inheritSends(tx, { accountId: parent.id, count: usedOf(target, now), resetAt, now })
}
