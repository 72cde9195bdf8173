import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { revokeSessions } from './store.ts'

export const logout =
  ({ clock }: Service): Handler<typeof contract.auth.logout> =>
  ({ all }, { account, transact }) =>
    transact(async (tx) => {
      await revokeSessions(tx, account.id, { now: clock.now(), ...(!all && { jti: account.jti }) })
      return { success: true }
    })
