import { Failure } from '../../core/failure.ts'
import { hasLeft } from '../contacts/status.ts'
import type { Service } from '../service.ts'
import { countFromIp } from './limits.ts'
import { findByXsid, type Subscriber } from './store.ts'
import { readXsid } from './xsid-of.ts'

/** Readers behind one address may be many, but only who guesses is wrong so often. */
const wrongPerIp = 60

type Doors = Pick<Service, 'db' | 'clock' | 'secrets'>

/**
 * The subscriber that an xsid names: 404 for one that is malformed, unknown or does not fit together,
 * 410 once they left.
 */
export async function subscriberOf(service: Doors, xsid: string, ip: string): Promise<Subscriber> {
  const subscriber = await anySubscriberOf(service, xsid, ip)
  if (hasLeft(subscriber.contact.status)) throw new Failure('unsubscribed')
  return subscriber
}

/** The same, whether they left or not. */
export async function anySubscriberOf(
  service: Doors,
  xsid: string,
  ip: string,
): Promise<Subscriber> {
  const name = readXsid(service.secrets.sids, xsid)
  const subscriber = name && (await findByXsid(service.db, name))
  if (subscriber) return subscriber
  await countFromIp(service, 'xsid', ip, wrongPerIp)
  throw new Failure('not_found')
}
