import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import { readAbTest, type VariantCount, variantsOf } from './ab-test.ts'
import type { Campaign } from './store.ts'

/** What came of each version, people only; also of one that has gone to nobody. */
export async function variantCounts(
  db: Executor,
  campaign: Pick<Campaign, 'id' | 'ab_test'>,
): Promise<VariantCount[]> {
  const test = readAbTest(campaign)
  if (!test) return []
  const { rows } = await sql<VariantCount>`
    select variant, sum(case state when 'sent' then 1 else 0 end) as sent,
      count(opened_at) as unique_opens, count(clicked_at) as unique_clicks
    from recipients where campaign_id = ${campaign.id} and variant is not null
    group by variant
  `.execute(db)
  const counted = new Map(rows.map((row) => [row.variant, row]))
  return variantsOf(test).map((variant) => {
    const { sent = 0, unique_opens = 0, unique_clicks = 0 } = counted.get(variant) ?? {}
    return { variant, sent: Number(sent), unique_opens, unique_clicks }
  })
}
