import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { revokeKeys } from './api-keys/store.ts'
import { revokeGrants } from './oauth/store.ts'
import { revokeSessions } from './store.ts'

export const logout =
  ({ clock }: Service): Handler<typeof contract.auth.logout> =>
  ({ all }, { account, transact }) =>
    transact(async (tx) => {
      // A key or an assistant is no session. It can be used to end itself, and nothing else.
      if (account.key) {
        await revokeKeys(tx, { accountId: account.id, keyId: account.key.id, now: clock.now() })
        return { success: true }
      }
      if (account.app) {
        await revokeGrants(tx, { grantId: account.app.id, now: clock.now() })
        return { success: true }
      }
      // An impersonator ends only its own session, never those of the account.
      const isAll = all && account.actor === null
      await revokeSessions(tx, account.id, {
        now: clock.now(),
        ...(!isAll && { jti: account.jti }),
      })
      return { success: true }
    })
