import { inTransaction } from '../database/transaction.ts'
import { logAfter } from '../log.ts'
import type { Service } from '../service.ts'
import { createAccountJudge } from './judge-account.ts'
import { notifyOfAutomations } from './notify-owner.ts'
import { holdAutomations } from './store.ts'

/**
 * Returns a function that pauses the messages of all automations of an account that is above the limits, and tells
 * its owner. It returns whether the account is. Activating an automation resumes its messages.
 */
export function createAutomationStop(service: Service): (account: number) => Promise<boolean> {
  const { db, clock, log } = service
  const judge = createAccountJudge(service)

  return async (account) => {
    const excess = await judge(account)
    if (!excess) return false
    const isNotified = await logAfter(log, (log) =>
      inTransaction(db, async (tx) => {
        if (!(await holdAutomations(tx, account, clock.now()))) return false
        const { problem, figures } = excess
        log.warn('reputation limit exceeded', { account, of: 'account', problem, ...figures })
        return notifyOfAutomations(tx, service, account, excess)
      }),
    )
    if (isNotified) service.wake()
    return true
  }
}
