import { signersOf } from '../mail/dkim.ts'
import { domainOf } from '../mail/headers.ts'
import type { Signature } from '../mail/mime.ts'
import type { Service } from '../service.ts'

export interface SigningSender {
  from_mail: string
  /** 1 when our keys were found in DNS under its domain. */
  dkim: number | null
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
  return {
    signers: signsMail ? signersOf(secrets.dkim, dkimSelector) : [],
    domain: sender?.dkim === 1 ? domainOf(sender.from_mail) : hostName,
  }
}
