import type { contract } from '../../contract/index.ts'
import { dayMs } from '../../core/time.ts'
import { share } from '../campaigns/reporting/rates.ts'
import { dayStart } from '../database/counter-delta.ts'
import type { Handler } from '../handler.ts'
import { decodeCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { type DomainActivity, selectDomains } from './domains-store.ts'
import { periodOf } from './period.ts'
import { spanRunsOf } from './rollup-spans.ts'

export const deliverability =
  ({ reader, clock }: Service): Handler<typeof contract.dashboard.deliverability> =>
  async ({ order = 'desc', limit, cursor, ...request }, { account }) => {
    const { from, to } = periodOf(request, { now: clock.now() })
    const period = { from: dayStart(from), to: dayStart(to + dayMs - 1) }
    const [sent, domain = ''] = decodeCursor(cursor, ['whole', 'text']) ?? []
    const domains = await selectDomains(reader, {
      accountId: account.id,
      period,
      spanRuns: spanRunsOf(period),
      order,
      after: sent === undefined ? undefined : { sent, domain },
      limit: limit + 1,
    })
    return pageOf(domains, limit, (row) => [row.sent, row.domain], toHealth)
  }

function toHealth({ returned, ...counts }: DomainActivity) {
  const delivered = Math.max(0, counts.sent - returned)
  const complaint_rate = share(counts.complaints, delivered)
  return { ...counts, delivered, complaint_rate, level: levelOf(complaint_rate) }
}

/** Complaint rates above which Gmail and Yahoo start to filter a sender, and no longer help one. */
const warnRate = 0.001
const badRate = 0.003

function levelOf(complaintRate: number): 'ok' | 'warn' | 'bad' {
  if (complaintRate >= badRate) return 'bad'
  return complaintRate >= warnRate ? 'warn' : 'ok'
}
