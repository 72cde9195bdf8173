import { Failure } from '../../core/failure.ts'
import { hasLeft } from '../contacts/status.ts'
import { countInWindow } from '../database/counter.ts'
import type { Service } from '../service.ts'
import { findBySid, type Subscriber } from './store.ts'
import { readXsid } from './xsid-of.ts'

const windowMs = 10 * 60_000
/** Wrong ones only: readers behind one address may be many, those who guess are wrong. */
const wrongPerIp = 60

/**
 * The subscriber that an xsid names: 404 for one that is malformed, unknown or does not fit together,
 * 410 once they left.
 */
export async function subscriberOf(
  service: Pick<Service, 'db' | 'clock'>,
  xsid: string,
  ip: string,
): Promise<Subscriber> {
  const name = readXsid(xsid)
  const subscriber = name && (await findBySid(service.db, name))
  if (!subscriber) {
    await countWrong(service, ip)
    throw new Failure('not_found')
  }
  if (hasLeft(subscriber.contact.status)) throw new Failure('unsubscribed')
  return subscriber
}

async function countWrong({ db, clock }: Pick<Service, 'db' | 'clock'>, ip: string): Promise<void> {
  const now = clock.now()
  const wrong = await countInWindow(db, `xsid ip ${ip}`, { windowMs, now })
  if (wrong <= wrongPerIp) return
  throw new Failure('rate_limited', {
    retryAfterSeconds: Math.ceil((windowMs - (now % windowMs)) / 1000),
  })
}
