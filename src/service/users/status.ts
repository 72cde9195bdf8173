import { contract } from '../../contract/index.ts'
import { recordAct } from '../auth/audit-store.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { reachAccount } from './reach.ts'
import { type Account, findAccount, updateAccount } from './store.ts'
import { lockTree, passSuspension, statusHeldBy } from './tree-store.ts'

const endpoint = contract.users.status

/** Ends something that an account has going on. */
export type Halt = (tx: Executor, accountId: number, now: number) => Promise<void>

/**
 * A suspended account gets no further than the guard, and neither does whoever stands below it; what
 * was paused stays so until it is resumed. The answer tells what it is in effect: one that is active
 * again and stands below a suspended one is suspended still.
 */
export const status =
  ({ clock }: Service, stopSends: Halt): Handler<typeof endpoint> =>
  ({ id, status: wanted, reason = '' }, { account, transact }) =>
    transact(async (tx) => {
      const now = clock.now()
      await lockTree(tx)
      const target = await reachAccount(tx, account, id, 'status')
      // Campaigns before their account, in the order in which a send takes them.
      if (wanted === 'suspended') await stopSends(tx, id, now)
      const suspendedBy = wanted === 'suspended' ? id : await suspenderAbove(tx, target)
      const held = statusHeldBy(suspendedBy)
      const change = { status: held, suspended_by: suspendedBy, status_reason: reason }
      await updateAccount(tx, id, change, now)
      await passSuspension(tx, { below: id, from: target.suspended_by, to: suspendedBy })
      await recordAct(tx, { accountId: id, actorId: account.id, endpoint, now })
      return { ok: true, status: held }
    })

const suspenderAbove = async (tx: Executor, { parent_id }: Account): Promise<number> =>
  parent_id === null ? 0 : (await findAccount(tx, parent_id)).suspended_by
