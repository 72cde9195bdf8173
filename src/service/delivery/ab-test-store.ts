import { sql } from 'kysely'
import type { Campaign } from '../campaigns/store.ts'
import type { Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'

/** `next_at` of a recipient that waits for the winner of an A/B test. */
export const waitsForWinner = Number.MAX_SAFE_INTEGER

export type TestedCampaign = Pick<
  Campaign,
  'id' | 'ab_test' | 'ab_winner' | 'ab_decide_at' | 'status'
>

/** Returns campaigns whose A/B test is running, or decided with recipients that may still wait. */
export const testedCampaigns = (db: Executor): Promise<TestedCampaign[]> =>
  db
    .selectFrom('campaigns')
    .select(['id', 'ab_test', 'ab_winner', 'ab_decide_at', 'status'])
    // Worded like the partial index: SQLite uses the index only then.
    .where(sql<boolean>`ab_test is not null and ended_at is null`)
    .where('status', 'in', ['ab_testing', 'sending'])
    .orderBy('id')
    .execute()

/**
 * Whether any recipient of the test has not been tried once. Deferred recipients do not count: their
 * retries may take two days.
 */
export async function hasUntried(db: Executor, campaign: number): Promise<boolean> {
  const row = await db
    .selectFrom('recipients')
    .select('id')
    .where('campaign_id', '=', campaign)
    .where('state', 'in', ['pending', 'claimed', 'submitting'])
    .where('next_at', '<', waitsForWinner)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const setDecision = (db: Executor, campaign: number, at: number) =>
  db
    .updateTable('campaigns')
    .set({ ab_decide_at: at })
    .where('id', '=', campaign)
    .where('ab_decide_at', 'is', null)
    .execute()

/** Assigns the winning variant to a slice of the waiting recipients; returns whether there were any. */
export async function releaseSlice(
  db: Executor,
  { campaign, winner, now }: { campaign: number; winner: string; now: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update recipients set variant = ${winner}, next_at = ${now}
    where state = 'pending' and next_at = ${waitsForWinner} and id in (
      select id from recipients
      where campaign_id = ${campaign} and state = 'pending' and next_at = ${waitsForWinner}
      limit ${sql.lit(sliceSize)}
    )
  `.execute(db)
  return numAffectedRows > 0n
}
