import { contract } from '../../contract/index.ts'
import { recordAct } from '../auth/audit-store.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { reachAccount } from './reach.ts'
import { updateAccount } from './store.ts'
import { lockTree } from './tree-store.ts'

const endpoint = contract.users.status

/** Ends something that an account has going on. */
export type Halt = (tx: Executor, accountId: number, now: number) => Promise<void>

/** A suspended account gets no further than the guard; what was paused stays so until it is resumed. */
export const status =
  ({ clock }: Service, stopSends: Halt): Handler<typeof endpoint> =>
  ({ id, status: wanted, reason = '' }, { account, transact }) =>
    transact(async (tx) => {
      const now = clock.now()
      await lockTree(tx)
      await reachAccount(tx, account, id, 'status')
      // Campaigns before their account, in the order in which a send takes them.
      if (wanted === 'suspended') await stopSends(tx, id, now)
      await updateAccount(tx, id, { status: wanted, status_reason: reason }, now)
      await recordAct(tx, { accountId: id, actorId: account.id, endpoint, now })
      return { ok: true, status: wanted }
    })
