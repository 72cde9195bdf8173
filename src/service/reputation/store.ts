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

/** When the owner of an account accepted its figures, and those of that day. 0: never. */
export interface Accepted {
  at: number
  /** Empty: not read yet. */
  base: string
}

export async function findAccepted(db: Executor, account: number): Promise<Accepted> {
  const { at, base } = await db
    .selectFrom('accounts')
    .select(['reputation_accepted_at as at', 'reputation_base as base'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  return { at: at ?? 0, base: base ?? '' }
}

export const setAcceptedBase = (db: Executor, account: number, { at, base }: Accepted) =>
  db
    .updateTable('accounts')
    .set({ reputation_base: base })
    .where('id', '=', account)
    .where('reputation_accepted_at', '=', at)
    .where('reputation_base', '=', '')
    .execute()

/** Pauses the messages of all automations of an account. Returns whether there were any. */
export async function holdAutomations(
  tx: Executor,
  account: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('campaigns')
    .set({
      ...({ status: 'paused', reason: 'reputation' } as const),
      ...{ updated_at: now, version: sql<number>`version + 1` },
    })
    .where('account_id', '=', account)
    .where('automation_id', '>', 0)
    .where('status', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns who is told about a stop. */
export const findOwner = (db: Executor, account: number) =>
  db
    .selectFrom('accounts')
    .select(['email', 'language'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
