import { sql } from 'kysely'
import type { Campaign } from '../campaigns/store.ts'
import type { Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'
import { notYet } from './draw-store.ts'

export type Tested = Pick<Campaign, 'id' | 'ab_test' | 'ab_winner' | 'ab_decide_at' | 'status'>

/** Campaigns with a test that is tried, or whose rest may still wait though a version has won. */
export const testedCampaigns = (db: Executor): Promise<Tested[]> =>
  db
    .selectFrom('campaigns')
    .select(['id', 'ab_test', 'ab_winner', 'ab_decide_at', 'status'])
    // In the words of the index, which SQLite only then uses.
    .where(sql<boolean>`ab_test is not null and ended_at is null`)
    .where('status', 'in', ['ab_testing', 'sending'])
    .orderBy('id')
    .execute()

/** Whether somebody of the test has not been tried once. Who is put off may take two days, and is not waited for. */
export async function hasUntried(db: Executor, campaign: number): Promise<boolean> {
  const row = await db
    .selectFrom('recipients')
    .select('id')
    .where('campaign_id', '=', campaign)
    .where('state', 'in', ['pending', 'claimed', 'submitting'])
    .where('next_at', '<', notYet)
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

/** Gives some of the rest the version that has won; whether there were any. */
export async function releaseSlice(
  db: Executor,
  { campaign, winner, now }: { campaign: number; winner: string; now: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update recipients set variant = ${winner}, next_at = ${now}
    where state = 'pending' and next_at = ${notYet} and id in (
      select id from recipients
      where campaign_id = ${campaign} and state = 'pending' and next_at = ${notYet}
      limit ${sql.lit(sliceSize)}
    )
  `.execute(db)
  return numAffectedRows > 0n
}
