import { dayMs, minuteMs } from '../../core/time.ts'
import { sumAccountResults } from '../dashboard/account-results.ts'
import type { Service } from '../service.ts'
import { type Excess, findProblem } from './reputation.ts'

/** An account is judged by what it sent within this time. */
const windowMs = 7 * dayMs
/** An account within the limits is not judged again before. */
const keptMs = minuteMs

/**
 * Returns a function that returns the limit that the mail of an account exceeds in the last week. What exceeds one
 * is stopped and asks no more, so only the accounts within the limits are remembered.
 */
export function createAccountJudge({
  db,
  clock,
  settings,
}: Pick<Service, 'db' | 'clock' | 'settings'>): (account: number) => Promise<Excess | undefined> {
  const fineUntil = new Map<number, number>()

  return async (account) => {
    const now = clock.now()
    if ((fineUntil.get(account) ?? 0) > now) return undefined
    for (const [id, until] of fineUntil) if (until <= now) fineUntil.delete(id)
    const period = { from: now - windowMs, to: now }
    const { sent, returned, hard_bounces, soft_bounces, complaints } = await sumAccountResults(
      db,
      account,
      period,
    )
    const refused = hard_bounces + soft_bounces - returned
    const figures = { tried: sent + refused, bounces: hard_bounces, complaints, refusals: 0 }
    const problem = findProblem(figures, { limits: settings.reputation, of: 'account' })
    if (problem) return { of: 'account', problem, figures }
    fineUntil.set(account, now + keptMs)
    return undefined
  }
}
