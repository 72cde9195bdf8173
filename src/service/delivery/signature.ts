import { signersOf } from '../mail/dkim.ts'
import { domainOf } from '../mail/headers.ts'
import type { Signature } from '../mail/mime.ts'
import type { Service } from '../service.ts'

export interface SigningSender {
  from_mail: string
  /** 1 when our keys were found in DNS under its domain. */
  dkim: number | null
  /** Which of them. */
  dkim_selector: string | null
}

/**
 * For the sender's own domain where that has our keys, so that its DMARC passes; for our host
 * otherwise. What we say is from us is from our host.
 */
export function signatureFor(
  { secrets, settings }: Pick<Service, 'secrets' | 'settings'>,
  sender: SigningSender | undefined,
): Signature {
  const { signsMail, dkimSelector, hostName } = settings
  if (!signsMail) return { signers: [], domain: hostName }
  // Who points at keys that we have followed is signed with those until they are retired.
  const own = sender?.dkim === 1 ? signersOf(secrets.dkim, sender.dkim_selector ?? '') : []
  if (sender && own.length > 0) return { signers: own, domain: domainOf(sender.from_mail) }
  return { signers: signersOf(secrets.dkim, dkimSelector), domain: hostName }
}
