import type { contract } from '../../contract/index.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { Failure } from '../../core/failure.ts'
import { minuteMs } from '../../core/time.ts'
import { countInWindow } from '../database/counter.ts'
import type { Handler } from '../handler.ts'
import { decodeIdCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { checkDomain, type DomainCheck } from './domain-check.ts'
import { columnsOf, readAddress, shownSender } from './sender.ts'
import { listSenders, type Sender, setChecks } from './store.ts'

export const list =
  (service: Service): Handler<typeof contract.senders.list> =>
  async ({ limit, cursor, order, recheck }, { account }) => {
    const after = decodeIdCursor(cursor)
    const rows = await listSenders(service.db, account.id, {
      after,
      descending: order === 'desc',
      limit: limit + 1,
    })
    const page = pageOf(
      rows,
      limit,
      ({ id }) => [id],
      (sender) => sender,
    )
    if (isOn(recheck)) await countRecheck(service, account.id)
    const senders = isOn(recheck)
      ? await recheckSenders(service, account.id, page.items)
      : page.items
    return { ...page, items: senders.map(shownSender) }
  }

/** One page can cause 1,500 DNS queries. */
const rechecksAMinute = 10

async function countRecheck({ db, clock }: Service, account: number): Promise<void> {
  const now = clock.now()
  const count = await countInWindow(db, `recheck senders ${account}`, { windowMs: minuteMs, now })
  if (count <= rechecksAMinute) return
  const retryAfterSeconds = Math.ceil((minuteMs - (now % minuteMs)) / 1000)
  throw new Failure('rate_limited', { retryAfterSeconds })
}

/** Checks the domains of senders again, each domain once, and returns the updated senders. */
async function recheckSenders(
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
