import type { Service } from '../service.ts'
import { checkDomain, type DomainCheck } from './domain-check.ts'
import { columnsOf, readAddress } from './sender.ts'
import { type Sender, setChecks } from './store.ts'

/** The same senders with what DNS says of their domains now, each domain asked once. */
export async function recheckSenders(
  service: Service,
  account: number,
  senders: readonly Sender[],
): Promise<Sender[]> {
  const domains = new Map<string, Promise<DomainCheck>>()
  const checks = await Promise.all(
    senders.map(async ({ id, from_mail }) => {
      const { domain } = readAddress('from_mail', from_mail)
      const check = domains.get(domain) ?? checkDomain(service, domain)
      domains.set(domain, check)
      return { id, ...columnsOf(await check) }
    }),
  )
  await setChecks(service.db, account, checks)
  return senders.map((sender, index) => ({ ...sender, ...checks[index] }))
}
