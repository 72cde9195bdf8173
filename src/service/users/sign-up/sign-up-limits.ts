import { type Address, normaliseAddress } from '../../../core/address.ts'
import { loadDisposable } from '../../../core/address-quality/disposable.ts'
import { Failure, refuse } from '../../../core/failure.ts'
import { networkOf } from '../../../core/network.ts'
import { dayMs, hourMs } from '../../../core/time.ts'
import { countAttempt } from '../../auth/attempt-limit.ts'
import { countMails } from '../../mail-limits/mail-limits.ts'
import { isFreeMail } from '../../senders/domain-check.ts'
import type { Service } from '../../service.ts'

/** A school may sign up from one address. A bot needs more. */
const perNetwork = [
  { attempts: 20, windowMs: hourMs },
  { attempts: 50, windowMs: dayMs },
]
/** A company may try the service out. Whoever owns a domain has any number of mailboxes in it. */
const perDomain = { attempts: 20, windowMs: dayMs }
const perFreeMailDomain = { attempts: 500, windowMs: dayMs }
const perService = { attempts: 1000, windowMs: dayMs }

/** Refuses disposable addresses, and sign-ups above the limits of a network, domain, mailbox and service. */
export async function limitSignUp(
  service: Service,
  { email, ip }: { email: string; ip: string },
): Promise<Address> {
  const address = normaliseAddress(email)
  if (!address) throw new Failure('invalid', { problems: [{ field: 'email', code: 'bad_email' }] })
  for (const limit of perNetwork) {
    await countAttempt(service, `signup ${limit.windowMs} ip ${networkOf(ip)}`, limit)
  }
  const isDisposable = await loadDisposable()
  if (isDisposable(address.domain)) refuse([{ field: 'email', code: 'disposable' }])
  const ofDomain = (await isFreeMail(address.domain)) ? perFreeMailDomain : perDomain
  await countAttempt(service, `signup domain ${address.domain}`, ofDomain)
  await countAttempt(service, 'signup all', perService)
  await countMailTo(service, address.key)
  return address
}

/** Anyone can enter another person's address, so one mailbox gets few of these mails. */
async function countMailTo(service: Service, key: string): Promise<void> {
  const full = await countMails(service.db, service, { kind: 'sign_up', accountId: 0 }, [key])
  for (const freeAt of full.values()) {
    const retryAfterSeconds = Math.ceil((freeAt - service.clock.now()) / 1000)
    throw new Failure('rate_limited', { retryAfterSeconds })
  }
}
