import { sql } from 'kysely'
import type { contactEventTypes } from '../../contract/shapes/contact.ts'
import type { Executor } from '../database/dialect.ts'

type ContactEventType = (typeof contactEventTypes)[number]

/** The evidence of consent, stored in the detail of an `optin` entry. */
export interface Consent {
  ip: string
  userAgent: string | null
}

export const writeConsent = ({ ip, userAgent }: Consent): string =>
  JSON.stringify({ ip, user_agent: userAgent })

/** An event in a contact's history. `rank` and `id` order events with the same time. */
export interface ContactEvent {
  at: number
  rank: number
  id: number
  type: ContactEventType
  campaign_id: number | null
  detail: string
}

interface HistoryQuery {
  contactId: number
  type?: ContactEventType | undefined
  order?: 'asc' | 'desc'
  after?: Pick<ContactEvent, 'at' | 'rank' | 'id'> | undefined
  /** Undefined: all. */
  limit?: number
}

/**
 * Returns the history of a contact, newest first by default: its creation, recorded events, sent
 * messages, welcome mails, opens and clicks by people, not machines, and custom events.
 */
export async function selectHistory(
  db: Executor,
  { contactId, type, order = 'desc', after, limit }: HistoryQuery,
): Promise<ContactEvent[]> {
  const isBehind = sql.raw(order === 'desc' ? '<' : '>')
  const { rows } = await sql<ContactEvent>`
    select at, rank, id, type, campaign_id, detail from (
      select created_at as at, 0 as rank, id,
        case source when 'import' then 'import' else 'added' end as type,
        cast(null as bigint) as campaign_id, source as detail
      from contacts where id = ${contactId}
      union all
      select at, 1, id, type, campaign_id, detail from contact_history
      where contact_id = ${contactId}
      union all
      select r.sent_at, 2, r.id,
        case when c.welcome_list_id is null then 'sent' else 'welcome' end, campaign_id, ''
      from recipients r left join campaigns c on c.id = r.campaign_id
      where r.contact_id = ${contactId} and r.sent_at is not null
      union all
      select e.at, 3, e.id, e.kind, e.campaign_id, coalesce(l.url, '') from recipients r
      join engagements e on e.recipient_id = r.id
      left join campaign_links l on l.id = e.link_id
      where r.contact_id = ${contactId} and e.machine = 0
      union all
      select e.at, 4, e.id, 'event', e.campaign_id, n.name from contacts c
      join people p on p.account_id = c.account_id and p.email_key = c.email_key
      join custom_events e on e.account_id = p.account_id and e.person_id = p.id
      join event_names n on n.account_id = e.account_id and n.id = e.name_id
      where c.id = ${contactId}
    ) as history
    where ${type === undefined ? sql`true` : sql`type = ${type}`}
    and ${after ? sql`(at, rank, id) ${isBehind} (${after.at}, ${after.rank}, ${after.id})` : sql`true`}
    order by at ${sql.raw(order)}, rank ${sql.raw(order)}, id ${sql.raw(order)}
    ${limit === undefined ? sql`` : sql`limit ${limit}`}
  `.execute(db)
  return rows
}
