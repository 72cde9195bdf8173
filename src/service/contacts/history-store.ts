import type { contactEventTypes } from '../../contract/shapes/contact.ts'
import type { Executor } from '../database/dialect.ts'

export type ContactEventType = (typeof contactEventTypes)[number]

export interface NewContactEvent {
  accountId: number
  contactId: number
  type: ContactEventType
  campaignId?: number | null
  detail?: string
  now: number
}

export async function recordContactEvent(db: Executor, event: NewContactEvent): Promise<void> {
  await db
    .insertInto('contact_history')
    .values({
      account_id: event.accountId,
      contact_id: event.contactId,
      type: event.type,
      campaign_id: event.campaignId ?? null,
      detail: event.detail ?? '',
      at: event.now,
    })
    .execute()
}

/** How somebody said yes, as an `optin` entry keeps it in its detail. */
export interface Consent {
  ip: string
  userAgent: string | null
}

export const writeConsent = ({ ip, userAgent }: Consent): string =>
  JSON.stringify({ ip, user_agent: userAgent })

/** Everything that is known to have happened to a contact, the newest first. */
export async function selectHistory(
  db: Executor,
  contactId: number,
): Promise<{ type: ContactEventType; at: number; campaign_id: number | null; detail: string }[]> {
  const kept = await db
    .selectFrom('contact_history')
    .select(['type', 'at', 'campaign_id', 'detail'])
    .where('contact_id', '=', contactId)
    .execute()
  const sent = await db
    .selectFrom('recipients')
    .select(['sent_at', 'campaign_id'])
    .where('contact_id', '=', contactId)
    .where('sent_at', 'is not', null)
    .execute()
  const engaged = await db
    .selectFrom('recipients')
    .innerJoin('engagements', 'engagements.recipient_id', 'recipients.id')
    .leftJoin('campaign_links', 'campaign_links.id', 'engagements.link_id')
    .select(['kind', 'at', 'engagements.campaign_id', 'url'])
    .where('recipients.contact_id', '=', contactId)
    .where('machine', '=', 0)
    .execute()
  return [
    ...kept.map((entry) => ({ ...entry, type: entry.type as ContactEventType })), // written above
    ...sent.map(({ sent_at, campaign_id }) => ({
      type: 'sent' as const,
      at: Number(sent_at),
      campaign_id,
      detail: '',
    })),
    ...engaged.map(({ kind, at, campaign_id, url }) => ({
      type: kind === 'click' ? ('click' as const) : ('open' as const),
      at,
      campaign_id,
      detail: url ?? '',
    })),
  ].sort((one, other) => other.at - one.at)
}
