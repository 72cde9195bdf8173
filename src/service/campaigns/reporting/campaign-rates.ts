import type { Executor } from '../../database/dialect.ts'
import { selectTotals } from './counts-store.ts'
import { type Figures, ratesOf } from './rates.ts'

/** Figures by name. A missing one is 0. */
type Totals = ReadonlyMap<string, number>

/** The figures that rates are computed from. */
export const ratedMeasures = [
  'sent',
  'failed',
  'returned',
  'unique_opens',
  'unique_clicks',
  'hard_bounces',
  'soft_bounces',
  'unsubscribes',
  'complaints',
] as const

export function figuresOf(totals: Totals): Figures {
  const of = (measure: (typeof ratedMeasures)[number]) => totals.get(measure) ?? 0
  return {
    sent: of('sent'),
    delivered: of('sent') - of('returned'),
    failed: of('failed'),
    unique_opens: of('unique_opens'),
    unique_clicks: of('unique_clicks'),
    bounces: of('hard_bounces') + of('soft_bounces'),
    unsubscribes: of('unsubscribes'),
    complaints: of('complaints'),
  }
}

/** Returns the rates of campaigns. Those of a campaign that was not sent are 0. */
export async function ratesOfCampaigns(db: Executor, campaigns: readonly number[]) {
  const totals = byCampaign(await selectTotals(db, campaigns, ratedMeasures))
  return (campaign: number) => ratesOf(figuresOf(totals.get(campaign) ?? new Map()))
}

export function byCampaign(
  rows: readonly { campaign_id: number; measure: string; count: number }[],
): Map<number, Map<string, number>> {
  const found = new Map<number, Map<string, number>>()
  for (const { campaign_id, measure, count } of rows) {
    found.set(campaign_id, (found.get(campaign_id) ?? new Map()).set(measure, count))
  }
  return found
}
