import { Failure } from '../../core/failure.ts'
import { hasUnsubscribed } from '../contacts/status.ts'
import type { Service } from '../service.ts'
import { countFromIp } from './limits.ts'
import { findByXsid, type Subscriber } from './store.ts'
import { readXsid } from './subscriber-xsid.ts'

/** Wrong links per network. Many readers may share one, but only guessing causes so many errors. */
const wrongPerIp = 60

type Dependencies = Pick<Service, 'db' | 'clock' | 'secrets'>

/**
 * Finds the subscriber of an xsid. Throws `not_found` for a malformed, unknown or inconsistent one,
 * and `unsubscribed` after an unsubscribe.
 */
export async function requireSubscriber(
  service: Dependencies,
  xsid: string,
  ip: string,
): Promise<Subscriber> {
  const subscriber = await requireAnySubscriber(service, xsid, ip)
  if (hasUnsubscribed(subscriber.contact.status)) throw new Failure('unsubscribed')
  return subscriber
}

/** Finds the subscriber of an xsid, unsubscribed or not. Throws `not_found`. */
export async function requireAnySubscriber(
  service: Dependencies,
  xsid: string,
  ip: string,
): Promise<Subscriber> {
  const name = readXsid(service.secrets.sids, xsid)
  const subscriber = name && (await findByXsid(service.db, name))
  if (subscriber) return subscriber
  await countFromIp(service, 'xsid', ip, wrongPerIp)
  throw new Failure('not_found')
}
