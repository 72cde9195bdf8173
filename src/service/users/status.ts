import type { contract } from '../../contract/index.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { requireAccount } from './access.ts'
import { type Account, findAccount, updateAccount } from './store.ts'
import { lockTree, statusUnder, transferSuspension } from './tree-store.ts'

/** Stops an activity of an account. */
export type StopActivity = (tx: Executor, accountId: number, now: number) => Promise<void>

/**
 * Suspends or activates an account. A suspended account, and every account below it, fails
 * authentication. Paused campaigns stay paused afterwards. Returns the effective status: an
 * activated account below a suspended one remains suspended.
 */
export const status =
  ({ clock }: Service, stopSends: StopActivity): Handler<typeof contract.users.status> =>
  ({ id, status: requested, reason = '' }, { account, transact, note }) =>
    transact(async (tx) => {
      const now = clock.now()
      await lockTree(tx)
      const target = await requireAccount(tx, account, id, 'status')
      // Campaigns are locked before their account, in the same order as by a send.
      if (requested === 'suspended') await stopSends(tx, id, now)
      const suspendedBy = requested === 'suspended' ? id : await suspenderAbove(tx, target)
      const effective = statusUnder(suspendedBy)
      const change = { status: effective, suspended_by: suspendedBy, status_reason: reason }
      await updateAccount(tx, id, change, now)
      await transferSuspension(tx, { below: id, from: target.suspended_by, to: suspendedBy })
      const { status: former, status_reason: formerReason } = target
      note({
        accountId: id,
        before: { status: former, reason: formerReason },
        after: { status: effective, reason },
      })
      return { ok: true, status: effective }
    })

const suspenderAbove = async (tx: Executor, { parent_id }: Account): Promise<number> =>
  parent_id === null ? 0 : (await findAccount(tx, parent_id)).suspended_by
