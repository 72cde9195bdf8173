import { Failure } from '../../core/failure.ts'
import { hasLeft } from '../contacts/status.ts'
import type { Service } from '../service.ts'
import { countFromIp } from './limits.ts'
import { findByXsid, type Subscriber } from './store.ts'
import { readXsid } from './xsid-of.ts'

/** Readers behind one address may be many, but only who guesses is wrong so often. */
const wrongPerIp = 60

/**
 * The subscriber that an xsid names: 404 for one that is malformed, unknown or does not fit together,
 * 410 once they left.
 */
export async function subscriberOf(
  service: Pick<Service, 'db' | 'clock' | 'secrets'>,
  xsid: string,
  ip: string,
): Promise<Subscriber> {
  const name = readXsid(service.secrets.sids, xsid)
  const subscriber = name && (await findByXsid(service.db, name))
  if (!subscriber) {
    await countFromIp(service, 'xsid', ip, wrongPerIp)
    throw new Failure('not_found')
  }
  if (hasLeft(subscriber.contact.status)) throw new Failure('unsubscribed')
  return subscriber
}
