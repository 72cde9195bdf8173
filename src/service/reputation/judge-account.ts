import { dayMs, minuteMs } from '../../core/time.ts'
import { sumAccountResults } from '../dashboard/account-results.ts'
import type { Period } from '../dashboard/period.ts'
import { dayStart } from '../database/counter-delta.ts'
import type { Service } from '../service.ts'
import { type Excess, findProblem, noFigures, readBase, type SendingFigures } from './reputation.ts'
import { type Accepted, findAccepted, setAcceptedBase } from './store.ts'

/** An account is judged by what it sent within this time. */
const windowMs = 7 * dayMs
/** An account within the limits is not judged again before. */
const keptMs = minuteMs

/**
 * Returns a function that returns the limit that the mail of an account exceeds in the last week, or since its owner
 * accepted the figures. What exceeds one is stopped and asks no more, so only the accounts within the limits are
 * remembered.
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
    const accepted = await findAccepted(db, account)
    const from = Math.max(now - windowMs, accepted.at)
    const figures = await readFigures(account, { from, to: now })
    const base = await baseOf(account, accepted, { from, figures })
    const problem = findProblem(figures, { base, limits: settings.reputation, of: 'account' })
    if (problem) return { of: 'account', problem, figures: withoutBase(figures, base) }
    fineUntil.set(account, now + keptMs)
    return undefined
  }

  async function readFigures(account: number, period: Period): Promise<SendingFigures> {
    const results = await sumAccountResults(db, account, period)
    const { sent, returned, hard_bounces, soft_bounces, complaints } = results
    const refused = hard_bounces + soft_bounces - returned
    return { tried: sent + refused, bounces: hard_bounces, complaints, refusals: 0 }
  }

  /** Returns those of the figures that the owner has accepted: figures are of whole days. */
  async function baseOf(
    account: number,
    { at, base }: Accepted,
    { from, figures }: { from: number; figures: SendingFigures },
  ): Promise<SendingFigures> {
    if (dayStart(from) !== dayStart(at)) return noFigures
    if (base !== '') return readBase(base)
    await setAcceptedBase(db, account, { at, base: JSON.stringify(figures) })
    return figures
  }
}

const withoutBase = (figures: SendingFigures, base: SendingFigures): SendingFigures => ({
  tried: figures.tried - base.tried,
  bounces: figures.bounces - base.bounces,
  complaints: figures.complaints - base.complaints,
  refusals: figures.refusals - base.refusals,
})
