import type { DnsRecord } from '../../contract/shapes/sender.ts'
import { keyName, keyRecord, selectorsOf, signersOf } from '../mail/dkim.ts'
import type { Service } from '../service.ts'
import { publicKeyIn } from './dns-records.ts'
import { txtRecordsAt } from './domain-check.ts'

/** Local names cannot have DNS records. */
const isLocal = (host: string): boolean => /(^|\.)localhost$/.test(host)

/**
 * Returns the DKIM records of our host that are missing in DNS. Without them no signature can be
 * verified.
 */
export async function findUnpublishedKeys({
  resolver,
  secrets,
  settings,
}: Pick<Service, 'resolver' | 'secrets' | 'settings'>): Promise<DnsRecord[]> {
  const { signsMail, dkimSelector, hostName } = settings
  if (!signsMail || isLocal(hostName)) return []
  const { current, next } = selectorsOf(secrets.dkim, dkimSelector)
  const signers = [current, ...next].flatMap((selector) => signersOf(secrets.dkim, selector))
  const records = signers.map(async (signer) => {
    const name = keyName(signer.selector, hostName)
    const texts = await txtRecordsAt(resolver, name)
    const isThere = texts.some((text) => publicKeyIn(text) === signer.publicKey)
    const found = texts.length === 0 ? null : texts.join('\n')
    return isThere ? [] : [{ type: 'TXT' as const, name, value: keyRecord(signer), found }]
  })
  return (await Promise.all(records)).flat()
}
