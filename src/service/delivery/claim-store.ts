import { type RawBuilder, sql } from 'kysely'
import { minuteMs } from '../../core/time.ts'
import { refundSends, type UnsentMessage } from '../campaigns/sending/quota-reservation-store.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { lockSends } from '../users/quota-store.ts'
import type { RecipientContact } from './compile-campaign.ts'

/**
 * Processes of earlier versions take a row after this time. Ours show by heartbeats that they are
 * alive.
 */
export const leaseMs = 30 * minuteMs

/** A suspended account's mail waits. */
export const isActiveAccount = sql<boolean>`exists (
  select 1 from accounts where accounts.id = campaigns.account_id and accounts.status = 'active'
)`

/** During an A/B test, only recipients whose variant is known are due. */
const sendingStatuses = ['sending', 'ab_testing'] as const

/** The states in which a message waits until `next_at`. */
const waiting = ['pending', 'deferred'] as const

export interface DueCampaign {
  id: number
  account: number
  version: number
  fromMail: string
  /** Of the account. */
  plan: string | null
}

/** Returns the campaigns that have recipients due now. */
export const dueCampaigns = (db: Executor, now: number): Promise<DueCampaign[]> =>
  db
    .selectFrom('campaigns')
    .select(['campaigns.id', 'campaigns.account_id as account', 'campaigns.version'])
    .select('campaigns.from_mail as fromMail')
    .select(({ selectFrom }) =>
      selectFrom('accounts')
        .select('plan')
        .whereRef('accounts.id', '=', 'campaigns.account_id')
        .as('plan'),
    )
    .where('status', 'in', sendingStatuses)
    .where(isActiveAccount)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('recipients')
          .select('recipients.id')
          .whereRef('recipients.campaign_id', '=', 'campaigns.id')
          .where('recipients.state', 'in', waiting)
          .where('recipients.next_at', '<=', now),
      ),
    )
    .orderBy('campaigns.id')
    .execute()

interface ClaimedRecipient {
  id: number
  contact_id: number
  address_key: string
  attempts: number
  variant: string | null
}

/** Claims up to `limit` due recipients for this process. */
export function claimRecipients(
  db: Executor,
  campaign: number,
  { claim, now, limit }: { claim: string; now: number; limit: number },
): Promise<ClaimedRecipient[]> {
  const { skipLocked } = dialectOf(db)
  return db
    .with(
      (cte) => cte('due').materialized(),
      (query) =>
        skipLocked(
          query
            .selectFrom('recipients')
            .select('recipients.id as due_id')
            .where('campaign_id', '=', campaign)
            .where('state', 'in', waiting)
            .where('next_at', '<=', now)
            .where(isSending(campaign))
            .limit(limit),
        ),
    )
    .updateTable('recipients')
    .from('due')
    .set({ state: 'claimed', claim, lease_until: now + leaseMs })
    .whereRef('recipients.id', '=', 'due.due_id')
    .where('state', 'in', waiting)
    .returning([
      'recipients.id as id',
      'recipients.contact_id as contact_id',
      'recipients.address_key as address_key',
      'recipients.attempts as attempts',
      'recipients.variant as variant',
    ])
    .execute()
}

const isSending = (campaign: number): RawBuilder<boolean> =>
  sql`exists (select 1 from campaigns where campaigns.id = ${campaign}
    and campaigns.status in (${sql.join(sendingStatuses)}) and ${isActiveAccount})`

interface ClaimedContact extends RecipientContact {
  attempts: number
}

/**
 * Returns the contacts of claimed recipients, without those that unsubscribed or were suppressed since
 * the audience was fixed.
 */
export async function contactsOf(
  db: Executor,
  claimed: readonly ClaimedRecipient[],
): Promise<ClaimedContact[]> {
  const records = dialectOf(db).records(
    claimed.map(({ id, contact_id, address_key, attempts, variant }) => ({
      recipient: id,
      contact: contact_id,
      address: address_key,
      attempts,
      variant,
    })),
    { recipient: 'int', contact: 'int', address: 'text', attempts: 'int', variant: 'text' },
  )
  const { rows } = await sql<ClaimedContact>`
    select r.recipient as id, r.attempts, r.variant, c.id as contact_id, c.email, c.nombre, c.list_id,
      l.name as list_name, l.public_id as list_public_id
    from ${records} as r
    join contacts c on c.id = r.contact and c.email_key = r.address and c.status = 'active'
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

export async function cancelRecipients(
  tx: Executor,
  { account, claim, ids }: UnsendableRecipients,
): Promise<void> {
  const records = dialectOf(tx).records(
    ids.map((id) => ({ recipient: id })),
    { recipient: 'int' },
  )
  await lockSends(tx, account)
  const { rows } = await sql<UnsentMessage>`
    update recipients set state = 'cancelled', claim = null
    from ${records} as r
    where recipients.id = r.recipient and claim = ${claim} and state = 'claimed'
    returning account_id, taken_until
  `.execute(tx)
  await refundSends(tx, rows)
}
