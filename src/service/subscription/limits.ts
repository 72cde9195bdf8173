import { Failure } from '../../core/failure.ts'
import { networkOf } from '../../core/network.ts'
import { countInWindow } from '../database/counter.ts'
import type { Service } from '../service.ts'

const windowMs = 10 * 60_000

/** One more from this address; throws 429 above the limit. Exact, since the database counts. */
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

/** A school may sign up from one address; a robot wants more. */
export const formsPerIp = 30

const dayMs = 86_400_000
const mailsADay = 3
/** Of all lists together: many lists are no way to fill a mailbox either. */
const mailsADayOfAll = 10

/** Whether one more mail may go to an address because of a form: anybody can fill it in with it. */
export async function mayMail(
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  listId: number,
  emailKey: string,
): Promise<boolean> {
  const day = { windowMs: dayMs, now: clock.now() }
  if ((await countInWindow(db, `form mail ${listId} ${emailKey}`, day)) > mailsADay) return false
  return (await countInWindow(db, `form mail ${emailKey}`, day)) <= mailsADayOfAll
}
