import { sql } from 'kysely'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import type { CountedBounce } from '../../events/counter-delta-store.ts'
import type { Refusal } from '../../mail/refusal.ts'
import type { RefusalKind } from '../../mail/refusal-rules/refusal-kinds.ts'
import type { MessageOutcome } from './bounce-policy.ts'

export interface NewBounce {
  recipientId: number
  refusal: Refusal
  /** The response of the receiving server. */
  diagnostic: string
  now: number
}

export interface BouncedMessage extends CountedBounce {
  campaign_id: number
  contact_id: number
}

/**
 * Inserts the bounce of a message. Returns undefined if the message was never sent, or if the bounce
 * is known and this one does not turn it from soft to hard. The server's response contains the
 * address, so it is dropped if the contact was erased.
 */
export async function insertBounce(
  tx: Executor,
  bounce: NewBounce,
): Promise<BouncedMessage | undefined> {
  const { recipientId, refusal, diagnostic, now } = bounce
  const { rows } = await sql<BouncedMessage>`
    insert into bounces
      (recipient_id, account_id, campaign_id, contact_id, type, kind, diagnostic, at, message_at)
    select id, account_id, campaign_id, contact_id, ${sql.lit(refusal.type)},
      ${sql.lit(refusal.kind)}, case
        when exists (select 1 from contacts where contacts.id = recipients.contact_id)
        then cast(${diagnostic} as text) else ''
      end, cast(${now} as bigint),
      coalesce(sent_at, cast(${now} as bigint))
    from recipients where id = ${recipientId} and state in ('sent', 'uncertain', 'failed')
    ${dialectOf(tx).onConflict('bounces_pkey', ['recipient_id'])} do update set
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

/** Returns the present address of a contact, or undefined if it was deleted. */
export const findContactAddress = (
  tx: Executor,
  contactId: number,
): Promise<{ email: string; email_key: string } | undefined> =>
  tx
    .selectFrom('contacts')
    .select(['email', 'email_key'])
    .where('id', '=', contactId)
    .executeTakeFirst()

/** Returns the outcomes of the messages to a contact up to the given one, newest first. */
export async function selectMessageOutcomes(
  tx: Executor,
  { contactId, upTo, limit }: { contactId: number; upTo: number; limit: number },
): Promise<MessageOutcome[]> {
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
    .limit(limit)
    .execute()
  return rows.map(({ kind, at }) => ({ kind: kind as RefusalKind | null, bouncedAt: at }))
}
