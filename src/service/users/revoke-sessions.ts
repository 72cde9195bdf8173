import { contract } from '../../contract/index.ts'
import { recordAct } from '../auth/audit-store.ts'
import { revokeSessions as revoke } from '../auth/store.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { reachAccount } from './reach.ts'

const endpoint = contract.users.revokeSessions

/** All of them, the one that asks among them when they are its own. */
export const revokeSessions =
  ({ clock }: Service): Handler<typeof endpoint> =>
  ({ id }, { account, transact }) =>
    transact(async (tx) => {
      const now = clock.now()
      await reachAccount(tx, account, id, 'revokeSessions')
      const revoked = await revoke(tx, id, { now })
      await recordAct(tx, { accountId: id, actorId: account.id, endpoint, now })
      return { ok: true, revoked }
    })
