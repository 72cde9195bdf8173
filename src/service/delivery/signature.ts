import { signersOf } from '../mail/dkim.ts'
import { domainOf } from '../mail/headers.ts'
import type { Signature } from '../mail/mime.ts'
import type { Service } from '../service.ts'

interface SigningSender {
  from_mail: string
  /** 1 when our keys were found in the DNS of its domain. */
  dkim: number | null
  /** The selector of those keys. */
  dkim_selector: string | null
}

/**
 * Signs for the sender's domain if its DNS has our keys, so that DMARC passes; otherwise for our
 * host. The service's own mail is signed for our host.
 */
export function signatureFor(
  { secrets, settings, signing }: Pick<Service, 'secrets' | 'settings' | 'signing'>,
  sender: SigningSender | undefined,
): Signature {
  const { signsMail, dkimSelector, hostName } = settings
  if (!signsMail) return { signers: [], domain: hostName }
  // A domain that points at former keys is signed with those until they are retired.
  const own = sender?.dkim === 1 ? signersOf(secrets.dkim, sender.dkim_selector ?? '') : []
  if (sender && own.length > 0)
    return { signers: own, domain: domainOf(sender.from_mail), threads: signing }
  return { signers: signersOf(secrets.dkim, dkimSelector), domain: hostName, threads: signing }
}
