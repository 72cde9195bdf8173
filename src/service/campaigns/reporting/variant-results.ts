import type { Executor } from '../../database/dialect.ts'
import { readAbTest, type VariantResult, variantsOf } from '../ab-test.ts'
import type { Campaign } from '../store.ts'
import { type CampaignCount, selectCounts } from './counts-store.ts'
import { engagementRatesOf } from './rates.ts'

type TestedCampaign = Pick<Campaign, 'id' | 'ab_test'>

/** Results of every variant of an A/B test, in order. A variant that was sent to no one has zeros. */
export const variantResults = async (
  db: Executor,
  campaign: TestedCampaign,
): Promise<VariantResult[]> => resultsOf(campaign, await selectCounts(db, campaign.id))

/** The same from figures that were read already, with the rates. */
export function resultsOf(campaign: Pick<Campaign, 'ab_test'>, rows: readonly CampaignCount[]) {
  const test = readAbTest(campaign)
  if (!test) return []
  return variantsOf(test).map((variant) => {
    const of = (wanted: string) =>
      rows
        .filter(({ measure, key }) => measure === wanted && key === variant)
        .reduce((sum, { count }) => sum + count, 0)
    const sent = of('sent')
    const delivered = sent - of('returned')
    const visits = { unique_opens: of('unique_opens'), unique_clicks: of('unique_clicks') }
    const rates = engagementRatesOf({ delivered, ...visits })
    return { variant, sent, delivered, ...visits, ...rates }
  })
}
