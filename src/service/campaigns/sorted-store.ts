import { type RawBuilder, sql } from 'kysely'
import type { RateName } from '../../contract/shapes/campaign.ts'
import type { Executor } from '../database/dialect.ts'
import { type CampaignFilter, type CampaignSummary, filtered, summaryColumns } from './store.ts'

interface SortedPage {
  sort: RateName
  order: 'asc' | 'desc'
  /** The rate and the id of the last campaign of the previous page. */
  after: { rate: number; id: number } | undefined
  limit: number
}

/** Returns campaigns by a rate, and by id where it is the same. */
export function selectCampaignsByRate(
  db: Executor,
  account: number,
  filter: CampaignFilter,
  { sort, order, after, limit }: SortedPage,
): Promise<(CampaignSummary & { rate: number })[]> {
  const { part, whole } = parts[sort]
  const totals = sql`
    select campaign_id, ${sumOf(part)} as part, ${sumOf(whole)} as whole
    from campaign_counts
    where campaign_id in (${filtered(db, account, filter).select('id')})
      and measure in (${sql.join([...part, ...whole].map(({ measure }) => measure))})
    group by campaign_id
  `
  const rates = sql<{ campaign_id: number; rate: number }>`(
    select campaign_id, ${share} as rate from (${totals}) as totals
  )`.as('rates')
  const rate = sql<number>`coalesce(rates.rate, 0.0)`
  let query = db
    .selectFrom(filtered(db, account, filter).select(summaryColumns).as('listed'))
    .leftJoin(rates, 'rates.campaign_id', 'listed.id')
    .selectAll('listed')
    .select(rate.as('rate'))
  if (after) {
    const comparison = sql.raw(order === 'asc' ? '>' : '<')
    query = query.where(
      sql<boolean>`(${rate}, listed.id) ${comparison} (${after.rate}, ${after.id})`,
    )
  }
  return query.orderBy(rate, order).orderBy('listed.id', order).limit(limit).execute()
}

interface Term {
  measure: string
  sign: 1 | -1
}

const plus = (...measures: string[]): Term[] => measures.map((measure) => ({ measure, sign: 1 }))
const delivered: Term[] = [...plus('sent'), { measure: 'returned', sign: -1 }]

/** The same as `ratesOf`, by the measures of the tally. */
const parts: Record<RateName, { part: Term[]; whole: Term[] }> = {
  open_rate: { part: plus('unique_opens'), whole: delivered },
  click_rate: { part: plus('unique_clicks'), whole: delivered },
  click_to_open: { part: plus('unique_clicks'), whole: plus('unique_opens') },
  bounce_rate: { part: plus('hard_bounces', 'soft_bounces'), whole: plus('sent', 'failed') },
  unsubscribe_rate: { part: plus('unsubscribes'), whole: delivered },
  complaint_rate: { part: plus('complaints'), whole: delivered },
}

const sumOf = (terms: readonly Term[]): RawBuilder<number> => {
  const cases = terms.map(({ measure, sign }) => sql`when ${measure} then ${sql.lit(sign)} * count`)
  return sql`sum(case measure ${sql.join(cases, sql` `)} else 0 end)`
}

/** At most 1, and 0 of nothing. */
const share = sql`case when whole = 0 then 0.0 when part >= whole then 1.0
  else cast(part as double precision) / whole end`
