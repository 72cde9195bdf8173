import type { contract } from '../../contract/index.ts'
import { toIsoTime } from '../../core/time.ts'
import { statusOf } from '../campaigns/campaign.ts'
import { byCampaign, figuresOf, ratedMeasures } from '../campaigns/reporting/campaign-rates.ts'
import { selectAccountTotals } from '../campaigns/reporting/counts-store.ts'
import { engagementRatesOf } from '../campaigns/reporting/rates.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import { relayWarnings } from '../processes/relay-warnings.ts'
import type { Service } from '../service.ts'
import { resetOf, usedSends } from '../users/quota.ts'
import { findAccount } from '../users/store.ts'
import { countContacts, countLists, findCampaigns, listCampaigns, listSenders } from './store.ts'
import { type CampaignFigures, comparisonOf, newestOf, totalsOf } from './totals.ts'
import { describeWarning, warningsOf } from './warnings.ts'

export const show =
  ({ reader, clock }: Service): Handler<typeof contract.dashboard.show> =>
  async (_, { account, language }) => {
    const [accountRow, contacts, lists, campaigns, senders] = await Promise.all([
      findAccount(reader, account.id),
      countContacts(reader, account.id),
      countLists(reader, account.id),
      figuresOfCampaigns(reader, account.id),
      listSenders(reader, account.id),
    ])
    const { plan, monthly_sends } = accountRow
    const now = clock.now()
    const used = usedSends(accountRow, now)
    const relay = await relayWarnings(reader, language)
    const warnings = warningsOf({ plan, senders, used, monthlySends: monthly_sends })
    return {
      ...totalsOf(campaigns, contacts),
      lists,
      last_campaigns: await lastCampaigns(reader, account.id, campaigns),
      comparison: comparisonOf(campaigns) ?? null,
      quota: { monthly_sends, used, resets_at: new Date(resetOf(accountRow, now)).toISOString() },
      warnings: [...relay, ...warnings.map((warning) => describeWarning(warning, language))],
    }
  }

async function figuresOfCampaigns(reader: Executor, account: number): Promise<CampaignFigures[]> {
  const campaigns = await listCampaigns(reader, account)
  const measures = [...ratedMeasures, 'opens', 'clicks'] as const
  const totals = byCampaign(await selectAccountTotals(reader, account, measures))
  return campaigns.map((campaign) => {
    const ofCampaign = totals.get(campaign.id) ?? new Map<string, number>()
    const opens = ofCampaign.get('opens') ?? 0
    const clicks = ofCampaign.get('clicks') ?? 0
    return { ...campaign, figures: figuresOf(ofCampaign), opens, clicks }
  })
}

const maxShown = 5

async function lastCampaigns(
  reader: Executor,
  account: number,
  campaigns: readonly CampaignFigures[],
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
      ...engagementRatesOf(campaign.figures),
    }
  })
}
