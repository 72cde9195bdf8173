import { contract } from '../../contract/index.ts'
import { recordAction } from '../auth/audit-store.ts'
import { revokeSessions as revoke } from '../auth/store.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { requireAccount } from './access.ts'

const endpoint = contract.users.revokeSessions

/** Revokes all sessions, including the current one when the account is the caller's own. */
export const revokeSessions =
  ({ clock }: Service): Handler<typeof endpoint> =>
  ({ id }, { account, transact }) =>
    transact(async (tx) => {
      const now = clock.now()
      await requireAccount(tx, account, id, 'revokeSessions')
      const revoked = await revoke(tx, id, { now })
      await recordAction(tx, { accountId: id, actorId: account.id, endpoint, now })
      return { ok: true, revoked }
    })
