import { sql } from 'kysely'
import type { Campaign } from '../campaigns/store.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'
import { setVariants } from '../figures/recipients-store.ts'

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
    .selectFrom('recipient_queue as q')
    .innerJoin('recipients', 'recipients.id', 'q.id')
    .select('q.id')
    .where('q.campaign_id', '=', campaign)
    .where('q.next_at', '<', waitsForWinner)
    .where('recipients.state', '=', 'pending')
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
export const releaseSlice = (
  db: Executor,
  { campaign, winner, now }: { campaign: number; winner: string; now: number },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ recipient: number }>`
      with waiting as materialized (
        select account_id, id from recipient_queue
        where campaign_id = ${campaign} and next_at = ${waitsForWinner}
        limit ${sql.lit(sliceSize)}
      )
      update recipient_queue set next_at = ${now} from waiting
      where recipient_queue.account_id = waiting.account_id and recipient_queue.id = waiting.id
        and next_at = ${waitsForWinner}
      returning recipient_queue.id as recipient
    `.execute(tx)
    if (rows.length === 0) return false
    const waiting = dialectOf(tx).records(rows, { recipient: 'int' })
    await setVariants(
      tx,
      sql`(select recipient as changed_id, cast(${winner} as text) as new_variant from ${waiting} as w)`,
    )
    return true
  })
