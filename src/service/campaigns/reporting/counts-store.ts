import { sql } from 'kysely'
import { dialectOf, type Executor } from '../../database/dialect.ts'

/** A figure of a campaign: see `CampaignCountRow`. */
export interface CampaignCount {
  measure: string
  key: string
  at: number
  count: number
  amount: number
}

/** Returns all figures of a campaign. */
export const selectCounts = (db: Executor, campaign: number): Promise<CampaignCount[]> =>
  db
    .selectFrom('campaign_counts')
    .select(['measure', 'key', 'at', sumOfCount(), sql<number>`sum(amount)`.as('amount')])
    .where('campaign_id', '=', campaign)
    .groupBy(['measure', 'key', 'at'])
    .execute()

/** Returns some figures of campaigns, as totals. */
export async function selectTotals(
  db: Executor,
  campaigns: readonly number[],
  measures: readonly string[],
): Promise<{ campaign_id: number; measure: string; count: number }[]> {
  if (campaigns.length === 0) return []
  return db
    .selectFrom('campaign_counts')
    .select(['campaign_id', 'measure', sumOfCount()])
    .where('campaign_id', 'in', campaigns)
    .where('measure', 'in', measures)
    .groupBy(['campaign_id', 'measure'])
    .execute()
}

/** The same of all campaigns of an account, including deleted ones and those of automations. */
export const selectAccountTotals = (
  db: Executor,
  account: number,
  measures: readonly string[],
): Promise<{ campaign_id: number; measure: string; count: number }[]> =>
  db
    .selectFrom('campaign_counts')
    .select(['campaign_id', 'measure', sumOfCount()])
    .where('campaign_id', 'in', (query) =>
      query.selectFrom('campaigns').select('id').where('account_id', '=', account),
    )
    .where('measure', 'in', measures)
    .groupBy(['campaign_id', 'measure'])
    .execute()

/** As an integer, because PostgreSQL returns a sum as a text. */
const sumOfCount = () => sql<number>`cast(sum(count) as bigint)`.as('count')

/** How many rows are added up at once: few enough not to delay other writers. */
const maxMerged = 1000

/**
 * Adds the rows that connections have written to those of all, so that a figure stays a few rows.
 * Returns whether more may be left.
 */
export async function mergeCounts(db: Executor): Promise<boolean> {
  const pending = db.selectFrom('campaign_counts').select('slot').where('slot', '<>', 0).limit(1)
  if (!(await pending.executeTakeFirst())) return false
  return db.transaction().execute(async (tx) => {
    const chosen = tx
      .selectFrom('campaign_counts')
      .select(['campaign_id', 'measure', 'key', 'at', 'slot'])
      .where('slot', '<>', 0)
      .limit(maxMerged)
    const { numAffectedRows = 0n } = await sql`
      with taken as (
        delete from campaign_counts where (campaign_id, measure, key, at, slot) in (
          ${dialectOf(tx).skipLocked(chosen)}
        ) returning campaign_id, measure, key, at, count, amount
      )
      insert into campaign_counts (account_id, campaign_id, measure, key, at, slot, count, amount)
      select coalesce(max(c.account_id), 0), campaign_id, measure, key, at, 0, sum(count), sum(amount)
      from taken left join campaigns c on c.id = campaign_id
      group by campaign_id, measure, key, at order by campaign_id, measure, key, at
      on conflict (campaign_id, measure, key, at, slot) do update set
        account_id = excluded.account_id,
        count = campaign_counts.count + excluded.count,
        amount = campaign_counts.amount + excluded.amount
    `.execute(tx)
    return numAffectedRows >= BigInt(maxMerged)
  })
}
