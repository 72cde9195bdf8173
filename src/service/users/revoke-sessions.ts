import type { contract } from '../../contract/index.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { revokeKeys } from '../auth/api-keys/store.ts'
import { revokeSessions as revoke } from '../auth/store.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { requireAccount } from './access.ts'

/** Revokes all sessions, and the API keys if asked to, including the current one when the account is the caller's own. */
export const revokeSessions =
  ({ clock }: Service): Handler<typeof contract.users.revokeSessions> =>
  ({ id, keys }, { account, transact, note }) =>
    transact(async (tx) => {
      const now = clock.now()
      await requireAccount(tx, account, id, 'revokeSessions')
      const revoked = await revoke(tx, id, { now })
      const revokedKeys = isOn(keys) ? await revokeKeys(tx, { accountId: id, now }) : undefined
      note({ accountId: id })
      return { ok: true, revoked, ...(revokedKeys !== undefined && { revoked_keys: revokedKeys }) }
    })
