import type { contract } from '../../contract/index.ts'
import { toIsoTime } from '../../core/time.ts'
import { needsCounts, statusOf } from '../campaigns/campaign.ts'
import { recipientCounts } from '../campaigns/reporting/recipient-counts.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import { relayWarnings } from '../processes/relay-warnings.ts'
import type { Service } from '../service.ts'
import { resetOf, usedSends } from '../users/quota.ts'
import { findAccount } from '../users/store.ts'
import {
  countContacts,
  countLists,
  countVisits,
  findCampaigns,
  listCampaigns,
  listSenders,
} from './store.ts'
import { type CampaignSends, newestOf, ratesOf, totalsOf, type VisitCount } from './totals.ts'
import { describeWarning, warningsOf } from './warnings.ts'

export const show =
  ({ reader, clock }: Service): Handler<typeof contract.dashboard.show> =>
  async (_, { account, language }) => {
    const [accountRow, contacts, lists, campaigns, visitCounts, senders] = await Promise.all([
      findAccount(reader, account.id),
      countContacts(reader, account.id),
      countLists(reader, account.id),
      campaignSends(reader, account.id),
      countVisits(reader, account.id),
      listSenders(reader, account.id),
    ])
    const { plan, monthly_sends } = accountRow
    const now = clock.now()
    const used = usedSends(accountRow, now)
    const relay = await relayWarnings(reader, language)
    const warnings = warningsOf({ plan, senders, used, monthlySends: monthly_sends })
    return {
      ...totalsOf(campaigns, visitCounts, contacts),
      lists,
      last_campaigns: await lastCampaigns(reader, account.id, campaigns, visitCounts),
      quota: { monthly_sends, used, resets_at: new Date(resetOf(accountRow, now)).toISOString() },
      warnings: [...relay, ...warnings.map((warning) => describeWarning(warning, language))],
    }
  }

/** Uses the stored counts of campaigns that have ended, and counts the others. */
async function campaignSends(reader: Executor, account: number): Promise<CampaignSends[]> {
  const campaigns = await listCampaigns(reader, account)
  const running = campaigns.filter(needsCounts).map(({ id }) => id)
  const counts = await recipientCounts(reader, running)
  return campaigns.map((campaign) => ({
    ...campaign,
    sent: counts.get(campaign.id)?.sent ?? campaign.sent,
  }))
}

const maxShown = 5

async function lastCampaigns(
  reader: Executor,
  account: number,
  campaigns: readonly CampaignSends[],
  visitCounts: readonly VisitCount[],
) {
  const last = newestOf(campaigns, maxShown)
  if (last.length === 0) return []
  const rows = await findCampaigns(
    reader,
    account,
    last.map(({ id }) => id),
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return last.flatMap((campaign) => {
    const row = found.get(campaign.id)
    if (!row) return []
    const { id, camp_name, sent_at, recipients } = row
    return {
      id,
      camp_name,
      status: statusOf(row),
      sent_at: toIsoTime(sent_at),
      recipients,
      ...ratesOf(campaign, visitCounts),
    }
  })
}
