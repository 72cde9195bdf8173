import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'

export interface JudgedCampaign {
  id: number
  account: number
  name: string
  /** The figures that a person has accepted, as JSON. Empty: those of now. */
  base: string | null
}

/** Returns the campaigns that are being sent, without those of automations, which never end. */
export const selectSendingCampaigns = (db: Executor): Promise<JudgedCampaign[]> =>
  db
    .selectFrom('campaigns')
    .select(['id', 'account_id as account', 'camp_name as name', 'reputation_base as base'])
    .where('status', 'in', ['sending', 'ab_testing'])
    .where('automation_id', 'is', null)
    .execute()

/** Stores the figures of now as those that a person has accepted. */
export const setBase = (db: Executor, id: number, base: string) =>
  db
    .updateTable('campaigns')
    .set({ reputation_base: base })
    .where('id', '=', id)
    .where('reputation_base', '=', '')
    .execute()

/** So many failed messages are enough to see what most were refused for. */
const maxSample = 1000

/**
 * Returns the replies to failed messages of a campaign, each with its number, in a sample of them.
 * Without bounces, which are about the recipient.
 */
export async function sampleRefusals(
  db: Executor,
  campaign: number,
): Promise<{ response: string; count: number }[]> {
  const { rows } = await sql<{ response: string; count: number }>`
    select response, cast(count(*) as bigint) as count from (
      select coalesce(response, '') as response from recipients
      where campaign_id = ${campaign} and rare_state = 'failed'
        and not exists (select 1 from bounces where bounces.recipient_id = recipients.id)
      limit ${sql.lit(maxSample)}
    ) as failed group by response
  `.execute(db)
  return rows
}

/** Returns who is told about a stop. */
export const findOwner = (db: Executor, account: number) =>
  db
    .selectFrom('accounts')
    .select(['email', 'language'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
