import type { DnsRecord } from '../../contract/shapes/sender.ts'
import type { Clock } from '../../core/clock.ts'
import { keyName, selectorsOf, signersOf } from '../mail/dkim.ts'
import type { Resolver } from '../resolver.ts'
import type { Secrets } from '../secrets.ts'
import type { ServiceSettings } from '../service.ts'
import { checkDkim, checkDmarc, checkSpf, dmarcName } from './dns-records.ts'
import { isFreeMail } from './free-mail.ts'

export interface DomainCheck {
  spf: boolean
  dkim: boolean
  /** Under which selector the domain has keys of ours that may sign; null where none are whole. */
  dkimSelector: string | null
  dmarc: boolean
  /** Null when no check was run: the domain is not the sender's to set up. */
  checkedAt: number | null
  records: DnsRecord[]
}

interface Collaborators {
  resolver: Resolver
  clock: Clock
  secrets: Pick<Secrets, 'dkim'>
  settings: Pick<ServiceSettings, 'hostName' | 'dkimSelector'>
}

/** Somebody waits for the answer; what was not found by then counts as not there. */
const longestMs = 4000

/** Asks DNS: never within a transaction. */
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
  const deadline = clock.sleep(longestMs, ended.signal).then((): string[] => [])
  const ask = (name: string) => Promise.race([textsAt(resolver, name), deadline])
  const [root, policy, ...keys] = await Promise.all([
    ask(domain),
    ask(dmarcName(domain)),
    ...signers.map(({ selector }) => ask(keyName(selector, domain))),
  ])
  ended.abort()
  const spf = checkSpf(domain, root, host)
  const dkim = signers.map((signer, at) => ({
    ...checkDkim(domain, keys[at] ?? [], { ...signer, host }),
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
    // Nobody has to point at what is about to go.
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

/** The records there; none where nobody answers. */
export async function textsAt(resolver: Resolver, name: string): Promise<string[]> {
  try {
    return await resolver.txt(name)
  } catch {
    // No such name, no such record, or no answer: for the receiver of a message it is all the same.
    return []
  }
}
