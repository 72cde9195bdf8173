import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import { appendEvent } from '../events/outbox-store.ts'
import { appendSignals } from '../events/signals-store.ts'
import { type TalliedBounce, tallyBounce } from '../events/tally-store.ts'
import type { Refusal } from '../mail/refusal.ts'
import type { RefusalKind } from '../mail/refusal-kinds.ts'
import { isGivenUp, type Mailed, mostLookedAt } from './bounce-policy.ts'
import { recordContactEvent } from './history-store.ts'
import { suppress } from './suppressions-store.ts'

export interface NewBounce {
  recipientId: number
  refusal: Refusal
  /** What the server said. */
  diagnostic: string
  now: number
}

interface Bounced extends TalliedBounce {
  campaign_id: number
  contact_id: number
}

/**
 * Writes that a message came back, with the history and the event, and gives the address up when
 * that is due. False, and nothing is written, when it was known already: servers report twice.
 */
export async function recordBounce(tx: Executor, bounce: NewBounce): Promise<boolean> {
  const { refusal, diagnostic, now } = bounce
  const bounced = await insertBounce(tx, bounce)
  if (!bounced) return false
  await tallyBounce(tx, bounced)
  const { account_id: accountId, campaign_id: campaignId, contact_id: contactId } = bounced
  const detail = `${refusal.type} ${refusal.kind}: ${diagnostic}`
  if (await isThere(tx, contactId)) {
    await recordContactEvent(tx, { accountId, contactId, campaignId, type: 'bounce', detail, now })
    const payload = { contact_id: contactId, type: refusal.type, reason: refusal.kind }
    await appendEvent(tx, { accountId, type: 'contact.bounce', payload, now })
    await appendSignals(tx, [{ accountId, kind: 'bounce', contactId, campaignId, now }])
  }
  const isDue =
    refusal.type === 'hard' ||
    (refusal.isContacts && isGivenUp(await selectMailed(tx, bounce.recipientId, contactId)))
  if (isDue) await giveUp(tx, bounced, { reason: refusal.kind, detail, now })
  return true
}

/**
 * A message that never left cannot come back. What a server says names the address, which must not
 * come back either once the contact is erased.
 */
async function insertBounce(tx: Executor, bounce: NewBounce): Promise<Bounced | undefined> {
  const { recipientId, refusal, diagnostic, now } = bounce
  const { rows } = await sql<Bounced>`
    insert into bounces
      (recipient_id, account_id, campaign_id, contact_id, type, kind, diagnostic, at, message_at)
    select id, account_id, campaign_id, contact_id, ${sql.lit(refusal.type)},
      ${sql.lit(refusal.kind)}, case
        when exists (select 1 from contacts where contacts.id = recipients.contact_id)
        then cast(${diagnostic} as text) else ''
      end, cast(${now} as bigint),
      coalesce(sent_at, cast(${now} as bigint))
    from recipients where id = ${recipientId} and state in ('sent', 'uncertain', 'failed')
    on conflict (recipient_id) do update set
      type = excluded.type, kind = excluded.kind, diagnostic = excluded.diagnostic, turned = 1
      where bounces.type = 'soft' and excluded.type = 'hard'
    returning account_id, campaign_id, contact_id, type, turned, at, message_at, (
      select address_key from recipients where recipients.id = bounces.recipient_id
    ) as address_key, (
      select sent_at from recipients where recipients.id = bounces.recipient_id
    ) as sent_at
  `.execute(tx)
  return rows[0]
}

const isThere = async (tx: Executor, contactId: number): Promise<boolean> =>
  (await tx.selectFrom('contacts').select('id').where('id', '=', contactId).executeTakeFirst()) !==
  undefined

/** What was sent to the contact up to this message. One that is sent and silent was delivered. */
async function selectMailed(tx: Executor, upTo: number, contactId: number): Promise<Mailed[]> {
  const rows = await tx
    .selectFrom('recipients')
    .leftJoin('bounces', 'bounces.recipient_id', 'recipients.id')
    .select(['bounces.kind', 'bounces.at'])
    .where('recipients.contact_id', '=', contactId)
    .where('recipients.id', '<=', upTo)
    .where(({ or, eb }) =>
      or([eb('recipients.state', '=', 'sent'), eb('bounces.recipient_id', 'is not', null)]),
    )
    .orderBy('recipients.id', 'desc')
    .limit(mostLookedAt)
    .execute()
  return rows.map(({ kind, at }) => ({ kind: kind as RefusalKind | null, at }))
}

/** The mailbox is the same on every list of the account; who left keeps their status. */
async function giveUp(
  tx: Executor,
  { account_id: accountId, contact_id, campaign_id: campaignId, address_key }: Bounced,
  { reason, detail, now }: { reason: string; detail: string; now: number },
): Promise<void> {
  const contacts = await tx
    .updateTable('contacts')
    .set((row) => ({ status: 'bounced', updated_at: now, version: row('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('email_key', '=', address_key)
    .where('status', 'in', ['active', 'unconfirmed'])
    .returning(['id', 'list_id', 'email', 'email_key'])
    .execute()
  for (const { id, list_id: listId, email, email_key: emailKey } of contacts) {
    await suppress(tx, {
      accountId,
      listId,
      emailKey,
      email,
      type: 'bounce',
      reason,
      campaignId,
      now,
    })
    // On the other lists nothing was sent, so it is no campaign's bounce.
    if (id !== contact_id)
      await recordContactEvent(tx, { accountId, contactId: id, type: 'bounce', detail, now })
  }
}
