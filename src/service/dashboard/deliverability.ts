import type { contract } from '../../contract/index.ts'
import { share } from '../campaigns/stats.ts'
import { dayMs, dayOf } from '../events/tally.ts'
import type { Handler } from '../handler.ts'
import { decodeCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { type DomainActivity, selectDomains } from './domains-store.ts'
import { periodOf } from './period.ts'

export const deliverability =
  ({ reader, clock }: Service): Handler<typeof contract.dashboard.deliverability> =>
  async ({ order = 'desc', limit, cursor, ...asked }, { account }) => {
    const { from, to } = periodOf(asked, { now: clock.now() })
    const [sent, domain] = decodeCursor(cursor, 2) ?? []
    const domains = await selectDomains(reader, {
      accountId: account.id,
      period: { from: dayOf(from), to: dayOf(to + dayMs - 1) },
      order,
      after: domain === undefined ? undefined : { sent: Number(sent), domain: String(domain) },
      limit: limit + 1,
    })
    return pageOf(domains, limit, (row) => [row.sent, row.domain], healthOf)
  }

function healthOf({ returned, ...counts }: DomainActivity) {
  const delivered = Math.max(0, counts.sent - returned)
  const complaint_rate = share(counts.complaints, delivered)
  return { ...counts, delivered, complaint_rate, level: levelOf(complaint_rate) }
}

/** Where Gmail and Yahoo begin to sort mail out, and where they no longer help a sender. */
const warnAt = 0.001
const badAt = 0.003

function levelOf(complaintRate: number): 'ok' | 'warn' | 'bad' {
  if (complaintRate >= badAt) return 'bad'
  return complaintRate >= warnAt ? 'warn' : 'ok'
}
