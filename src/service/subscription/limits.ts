import { Failure } from '../../core/failure.ts'
import { networkOf } from '../../core/network.ts'
import { dayMs, minuteMs } from '../../core/time.ts'
import { countInWindow } from '../database/counter.ts'
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

const mailsPerDay = 3
/** For all lists together, so that many lists cannot flood a mailbox either. */
const mailsPerDayOnAllLists = 10

/**
 * Counts a mail triggered by a form, and returns whether it may be sent. Limited, since anyone can
 * submit any address.
 */
export async function mayMail(
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  listId: number,
  emailKey: string,
): Promise<boolean> {
  const day = { windowMs: dayMs, now: clock.now() }
  if ((await countInWindow(db, `form mail ${listId} ${emailKey}`, day)) > mailsPerDay) return false
  return (await countInWindow(db, `form mail ${emailKey}`, day)) <= mailsPerDayOnAllLists
}
