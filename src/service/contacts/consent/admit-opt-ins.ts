import { dayMs, hourMs, minuteMs } from '../../../core/time.ts'
import type { Executor } from '../../database/dialect.ts'
import { countMails, lockAllowance } from '../../mail-limits/mail-limits.ts'
import type { Service } from '../../service.ts'
import { planLimits } from '../../users/plan-limits.ts'
import { remainingLimits, resetOf } from '../../users/quota.ts'
import { lockSends, takeSends } from '../../users/quota-store.ts'
import { type Account, findAccount } from '../../users/store.ts'
import type { RequestQueue } from './opt-in-requests-store.ts'

/** How soon the workers look again for a verified sender or a larger quota. */
export const optInRetryMs = minuteMs

interface AdmittedOptIns<Person> {
  account: Account
  admitted: Person[]
  waiting: { person: Person; nextAt: number; isMailboxFull: boolean }[]
}

/**
 * The one rule for opt-in mail, whatever causes it. Returns who may be mailed now, and counts them. An
 * account needs a verified sender and has a limit per hour and day, by its plan. An owner's mails
 * count against the monthly sends. A form's do not: strangers must not be able to use them up.
 */
export async function admitOptIns<Person extends { key: string }>(
  tx: Executor,
  service: Pick<Service, 'secrets' | 'clock'>,
  { accountId, cause, hasSender }: RequestQueue & { hasSender: boolean },
  people: readonly Person[],
): Promise<AdmittedOptIns<Person>> {
  const now = service.clock.now()
  if (cause === 'owner') await lockSends(tx, accountId)
  const account = await findAccount(tx, accountId)
  const waitAll = (nextAt: number) => ({
    account,
    admitted: [],
    waiting: people.map((person) => ({ person, nextAt, isMailboxFull: false })),
  })
  if (!hasSender || account.status !== 'active') return waitAll(now)
  const limits = planLimits(account.plan)
  const { anHour, aDay } = cause === 'owner' ? limits.ownerOptIns : limits.personOptIns
  const own = [
    { max: anHour, windowMs: hourMs },
    { max: aDay, windowMs: dayMs },
  ]
  const what = `optin ${cause}`
  const allowance = await lockAllowance(tx, service, { what, accountId, own })
  const sends =
    cause === 'owner' ? remainingLimits(account, now).monthly_sends : Number.POSITIVE_INFINITY
  const left = Math.max(0, Math.min(allowance.left, sends))
  const candidates = people.slice(0, left)
  const refused = await countMails(
    tx,
    service,
    { kind: 'optin', accountId },
    candidates.map(({ key }) => key),
  )
  const admitted = candidates.filter((_, index) => !refused.has(index))
  await allowance.take(admitted.length)
  if (cause === 'owner' && admitted.length > 0) {
    await takeSends(tx, { accountId, count: admitted.length, resetAt: resetOf(account, now), now })
  }
  const full = candidates.flatMap((person, index) => {
    const nextAt = refused.get(index)
    return nextAt === undefined ? [] : [{ person, nextAt, isMailboxFull: true }]
  })
  // Due at once: the workers skip the account until it may send again.
  const others = people.slice(left).map((person) => ({ person, nextAt: now, isMailboxFull: false }))
  return { account, admitted, waiting: [...full, ...others] }
}
