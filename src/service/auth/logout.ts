import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { revokeSessions } from './store.ts'

export const logout =
  ({ clock }: Service): Handler<typeof contract.auth.logout> =>
  ({ all }, { account, transact }) =>
    transact(async (tx) => {
      // An impersonator ends only its own session, never those of the account.
      const isAll = all && account.actor === null
      await revokeSessions(tx, account.id, {
        now: clock.now(),
        ...(!isAll && { jti: account.jti }),
      })
      return { success: true }
    })
