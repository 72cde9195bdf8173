import { type RawBuilder, sql } from 'kysely'
import { refundSends } from '../campaigns/sending/quota-reservation-store.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { cancelRecipients } from '../figures/recipients-store.ts'
import { lockSends } from '../users/quota-store.ts'
import type { RecipientContact } from './compile-campaign.ts'
import { removeClaimed } from './queue-store.ts'

/** A suspended account's mail waits. */
export const isActiveAccount = sql<boolean>`exists (
  select 1 from accounts where accounts.id = campaigns.account_id and accounts.status = 'active'
)`

/** During an A/B test, only recipients whose variant is known are due. */
export const sendingStatuses = ['sending', 'ab_testing'] as const

/** Whether a recipient has no result yet. Then it is in the queue. */
export const isWaiting = sql<boolean>`recipients.state in ('pending', 'deferred')`

export interface DueCampaign {
  id: number
  account: number
  version: number
  fromMail: string
  /** Of the account. */
  plan: string | null
  /** 0: a welcome mail; null: neither. */
  automation: number | null
  /** 1: the account's mail goes to an inbox of its own. */
  isSandbox: number | null
}

/** Returns the campaigns that have recipients due now. */
export const dueCampaigns = (db: Executor, now: number): Promise<DueCampaign[]> =>
  db
    .selectFrom('campaigns')
    .select(['campaigns.id', 'campaigns.account_id as account', 'campaigns.version'])
    .select(['campaigns.from_mail as fromMail', 'campaigns.automation_id as automation'])
    .select(({ selectFrom }) =>
      selectFrom('accounts')
        .select('plan')
        .whereRef('accounts.id', '=', 'campaigns.account_id')
        .as('plan'),
    )
    .select(({ selectFrom }) =>
      selectFrom('accounts')
        .select('is_sandbox')
        .whereRef('accounts.id', '=', 'campaigns.account_id')
        .as('isSandbox'),
    )
    .where('status', 'in', sendingStatuses)
    .where(isActiveAccount)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('recipient_queue')
          .select('recipient_queue.id')
          .whereRef('recipient_queue.campaign_id', '=', 'campaigns.id')
          .where('recipient_queue.next_at', '<=', now)
          .where('recipient_queue.claim', 'is', null),
      ),
    )
    .orderBy('campaigns.id')
    .execute()

/**
 * Claims up to `limit` due recipients for this process and returns their ids. In the order of the index, so that
 * PostgreSQL never reads the queue from its start, where the rows are dead.
 */
export async function claimRecipients(
  db: Executor,
  campaign: number,
  { claim, now, limit }: { claim: string; now: number; limit: number },
): Promise<number[]> {
  const { skipLocked } = dialectOf(db)
  const rows = await db
    .with(
      (cte) => cte('due').materialized(),
      (query) =>
        skipLocked(
          query
            .selectFrom('recipient_queue')
            .select(['account_id as due_account', 'id as due_id'])
            .where('campaign_id', '=', campaign)
            .where('next_at', '<=', now)
            .where('claim', 'is', null)
            .where(isSending(campaign))
            .orderBy('next_at')
            .limit(limit),
        ),
    )
    .updateTable('recipient_queue')
    .from('due')
    .set({ claim })
    .whereRef('recipient_queue.account_id', '=', 'due.due_account')
    .whereRef('recipient_queue.id', '=', 'due.due_id')
    .where('recipient_queue.claim', 'is', null)
    .returning('recipient_queue.id as id')
    .execute()
  return rows.map(({ id }) => id)
}

const isSending = (campaign: number): RawBuilder<boolean> =>
  sql`exists (select 1 from campaigns where campaigns.id = ${campaign}
    and campaigns.status in (${sql.join(sendingStatuses)}) and ${isActiveAccount})`

export interface ClaimedContact extends RecipientContact {
  attempts: number
  state: string
  hasBounced: number
}

/**
 * Returns the contacts of claimed recipients, without those that unsubscribed or were suppressed since
 * the audience was fixed.
 */
export async function contactsOf(
  db: Executor,
  claimed: readonly number[],
): Promise<ClaimedContact[]> {
  const records = dialectOf(db).inlineRecords(
    claimed.map((id) => ({ recipient: id })),
    { recipient: 'int' },
  )
  const { rows } = await sql<ClaimedContact>`
    select recipients.id, recipients.attempts, recipients.state, case when exists (
        select 1 from bounces where bounces.recipient_id = recipients.id
      ) then 1 else 0 end as "hasBounced", recipients.variant, recipients.visit, c.id as contact_id, c.email,
      c.nombre, c.list_id, l.name as list_name, l.public_id as list_public_id
    from ${records} as r
    join recipients on recipients.id = r.recipient and ${isWaiting}
    join contacts c on c.id = recipients.contact_id and c.email_key = recipients.address_key
      and c.status = 'active'
    join lists l on l.id = c.list_id
    where not exists (
      select 1 from suppressions s
      where s.account_id = c.account_id and s.email_key = c.email_key
        and s.list_id in (0, c.list_id)
    )
  `.execute(db)
  return rows
}

interface UnsendableRecipients {
  account: number
  claim: string
  ids: readonly number[]
}

export async function cancelClaimed(
  tx: Executor,
  { account, claim, ids }: UnsendableRecipients,
): Promise<void> {
  await lockSends(tx, account)
  const removed = await removeClaimed(tx, { account, claim, ids })
  await refundSends(tx, await cancelRecipients(tx, removed))
}
