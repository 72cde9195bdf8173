import type { contract } from '../../contract/index.ts'
import { stateCounts } from '../campaigns/stats-store.ts'
import { isCounted, statusOf } from '../campaigns/view.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { resetOf, usedOf } from '../users/quota.ts'
import { findAccount } from '../users/store.ts'
import {
  countContacts,
  countLists,
  countVisits,
  findCampaigns,
  listCampaigns,
  listSenders,
} from './store.ts'
import { type CampaignSends, newestOf, ratesOf, totalsOf, type Visits } from './totals.ts'
import { sayWarning, warningsOf } from './warnings.ts'

export const show =
  ({ reader, clock }: Service): Handler<typeof contract.dashboard.show> =>
  async (_, { account, language }) => {
    const [owner, contacts, lists, campaigns, visits, senders] = await Promise.all([
      findAccount(reader, account.id),
      countContacts(reader, account.id),
      countLists(reader, account.id),
      campaignSends(reader, account.id),
      countVisits(reader, account.id),
      listSenders(reader, account.id),
    ])
    const { plan, monthly_sends } = owner
    const now = clock.now()
    const used = usedOf(owner, now)
    const warnings = warningsOf({ plan, senders, used, monthlySends: monthly_sends })
    return {
      ...totalsOf(campaigns, visits, contacts),
      lists,
      last_campaigns: await lastCampaigns(reader, account.id, campaigns, visits),
      quota: { monthly_sends, used, resets_at: new Date(resetOf(owner, now)).toISOString() },
      warnings: warnings.map((warning) => sayWarning(warning, language)),
    }
  }

/** What ended is counted once and kept with the campaign; what is under way is counted now. */
async function campaignSends(reader: Executor, account: number): Promise<CampaignSends[]> {
  const campaigns = await listCampaigns(reader, account)
  const running = campaigns.filter(isCounted).map(({ id }) => id)
  const counts = await stateCounts(reader, running)
  return campaigns.map((campaign) => ({
    ...campaign,
    sent: counts.get(campaign.id)?.sent ?? campaign.sent,
  }))
}

const mostShown = 5

async function lastCampaigns(
  reader: Executor,
  account: number,
  campaigns: readonly CampaignSends[],
  visits: readonly Visits[],
) {
  const last = newestOf(campaigns, mostShown)
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
      sent_at: sent_at === null ? null : new Date(sent_at).toISOString(),
      recipients,
      ...ratesOf(campaign, visits),
    }
  })
}
