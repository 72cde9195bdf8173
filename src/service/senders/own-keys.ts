import type { DnsRecord } from '../../contract/shapes/sender.ts'
import { keyName, keyRecord, selectorsOf, signersOf } from '../mail/dkim.ts'
import type { Service } from '../service.ts'
import { publicKeyIn } from './dns-records.ts'
import { textsAt } from './domain-check.ts'

/** Nobody can put a record there. */
const isLocal = (host: string): boolean => /(^|\.)localhost$/.test(host)

/** The records of our own host without which nobody can check what we sign. */
export async function unpublishedKeys({
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
    const texts = await textsAt(resolver, name)
    const isThere = texts.some((text) => publicKeyIn(text) === signer.publicKey)
    const found = texts.length === 0 ? null : texts.join('\n')
    return isThere ? [] : [{ type: 'TXT' as const, name, value: keyRecord(signer), found }]
  })
  return (await Promise.all(records)).flat()
}
