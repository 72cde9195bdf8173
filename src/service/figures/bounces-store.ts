import { sql } from 'kysely'
import type { Condition } from '../database/condition.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { CountedBounce } from '../events/counter-delta-store.ts'
import type { Refusal } from '../mail/refusal.ts'
import { addFigures, type FigureChange, hourOf } from './addition-store.ts'

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
  const { lockRows, countsFigures, onConflict } = dialectOf(tx)
  // Locked, because a late result may change the state meanwhile.
  const message = await lockRows(
    tx
      .selectFrom('recipients')
      .select(['state', 'variant'])
      .where('id', '=', recipientId)
      .where('state', 'in', ['sent', 'uncertain', 'failed']),
  ).executeTakeFirst()
  if (!message) return undefined
  const { rows } = await sql<BouncedMessage>`
    insert into bounces
      (recipient_id, account_id, campaign_id, contact_id, type, kind, diagnostic, at, message_at)
    select id, account_id, campaign_id, contact_id, ${sql.lit(refusal.type)},
      ${sql.lit(refusal.kind)}, case
        when exists (select 1 from contacts where contacts.id = recipients.contact_id)
        then cast(${diagnostic} as text) else ''
      end, cast(${now} as bigint),
      coalesce(sent_at, cast(${now} as bigint))
    from recipients where id = ${recipientId} and ${countsFigures}
    ${onConflict('bounces_pkey', ['recipient_id'])} do update set
      type = excluded.type, kind = excluded.kind, diagnostic = excluded.diagnostic, turned = 1
      where bounces.type = 'soft' and excluded.type = 'hard'
    returning account_id, campaign_id, contact_id, type, turned, at, message_at, (
      select address_key from recipients where recipients.id = bounces.recipient_id
    ) as address_key, (
      select sent_at from recipients where recipients.id = bounces.recipient_id
    ) as sent_at
  `.execute(tx)
  const [bounced] = rows
  if (bounced) await addFigures(tx, figuresOf(bounced, message))
  return bounced
}

function figuresOf(
  { account_id, campaign_id, type, turned, at }: BouncedMessage,
  { state, variant }: { state: string; variant: string | null },
): FigureChange[] {
  const campaign = { account_id, campaign_id }
  const inHour = { ...campaign, at: hourOf(at) }
  if (turned) {
    return [
      { ...inHour, measure: 'hard_bounces', count: 1 },
      { ...inHour, measure: 'soft_bounces', count: -1 },
    ]
  }
  const returned = { ...campaign, measure: 'returned', key: variant ?? '', count: 1 }
  return [
    { ...inHour, measure: `${type}_bounces`, count: 1 },
    ...(state === 'sent' ? [returned] : []),
  ]
}

/** Empties the reports of the servers, which contain the address. */
export async function clearDiagnostics(tx: Executor, those: Condition): Promise<void> {
  await sql`
    update bounces set diagnostic = '' where ${those} and ${dialectOf(tx).countsFigures}
  `.execute(tx)
}
