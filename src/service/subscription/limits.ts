import { Failure } from '../../core/failure.ts'
import { networkOf } from '../../core/network.ts'
import { minuteMs } from '../../core/time.ts'
import { countInWindow } from '../database/counter.ts'
import type { Executor } from '../database/dialect.ts'
import { countMails } from '../mail-limits/mail-limits.ts'
import type { Service } from '../service.ts'

const windowMs = 10 * minuteMs

/**
 * Counts a request of an IP network. Throws `rate_limited` above the limit. Exact across processes,
 * since the database counts.
 */
export async function countFromIp(
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  what: string,
  ip: string,
  limit: number,
): Promise<void> {
  const now = clock.now()
  if ((await countInWindow(db, `${what} ip ${networkOf(ip)}`, { windowMs, now })) <= limit) return
  throw new Failure('rate_limited', {
    retryAfterSeconds: Math.ceil((windowMs - (now % windowMs)) / 1000),
  })
}

/** Enough for a school behind one address, too few for a bot. */
export const formsPerIp = 30

/**
 * Counts a mail with an unsubscribe link that a form triggers, and returns whether it may be sent.
 * Limited, since anyone can submit any address. One above the limit is not sent later: the links of
 * the others never expire.
 */
export async function mayMailUnsubscribe(
  tx: Executor,
  service: Pick<Service, 'clock' | 'secrets'>,
  { accountId, emailKey }: { accountId: number; emailKey: string },
): Promise<boolean> {
  const cause = { kind: 'unsubscribe', accountId } as const
  return (await countMails(tx, service, cause, [emailKey])).size === 0
}
