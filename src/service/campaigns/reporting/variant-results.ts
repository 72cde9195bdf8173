import type { Executor } from '../../database/dialect.ts'
import { readAbTest, type VariantResult, variantsOf } from '../ab-test.ts'
import type { Campaign } from '../store.ts'
import { selectVariantRows } from './stats-store.ts'

/** Results of every variant of an A/B test, in order. A variant that was sent to no one has zeros. */
export async function variantResults(
  db: Executor,
  campaign: Pick<Campaign, 'id' | 'ab_test'>,
): Promise<VariantResult[]> {
  const test = readAbTest(campaign)
  if (!test) return []
  const rows = await selectVariantRows(db, campaign.id)
  const byVariant = new Map(rows.map((row) => [row.variant, row]))
  return variantsOf(test).map((variant) => {
    const { sent = 0, unique_opens = 0, unique_clicks = 0 } = byVariant.get(variant) ?? {}
    return { variant, sent: Number(sent), unique_opens, unique_clicks }
  })
}
