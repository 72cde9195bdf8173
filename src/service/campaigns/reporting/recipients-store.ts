import { sql } from 'kysely'
import type { RecipientFilter } from '../../../contract/shapes/campaign-recipients.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'

interface RecipientQuery {
  campaign: number
  filter: RecipientFilter | undefined
  /** Only recipients who clicked this link. */
  link: number | undefined
  order: 'asc' | 'desc'
  /** The address of the last recipient of the previous page. */
  after: string | undefined
  limit: number
}

export interface Recipient {
  id: number
  contact_id: number
  address_key: string
  email: string | null
  nombre: string | null
  state: string
  attempts: number
  response: string | null
  /** The diagnostic of the bounce. */
  bounce: string | null
  sent_at: number | null
  opened_at: number | null
  clicked_at: number | null
  variant: string | null
}

const states: Partial<Record<RecipientFilter, readonly string[]>> = {
  pending: ['pending', 'claimed', 'submitting'],
  sent: ['sent'],
  failed: ['failed'],
  deferred: ['deferred'],
  cancelled: ['cancelled'],
  uncertain: ['uncertain'],
}

/** The history type behind a filter. */
const historyTypes: Partial<Record<RecipientFilter, string>> = {
  complained: 'complaint',
  unsubscribed: 'unsubscribe',
}

/** Returns recipients by address, in the order of an index. A deleted contact has no name. */
export function selectRecipients(
  db: Executor,
  { campaign, filter, link, order, after, limit }: RecipientQuery,
): Promise<Recipient[]> {
  let query = db
    .selectFrom('recipients as r')
    .leftJoin('contacts as c', 'c.id', 'r.contact_id')
    .leftJoin('bounces as b', 'b.recipient_id', 'r.id')
    .select([
      'r.id',
      'r.contact_id',
      'r.address_key',
      'c.email',
      'c.nombre',
      'r.state',
      'r.attempts',
      'r.response',
      'b.diagnostic as bounce',
      'r.sent_at',
      'r.opened_at',
      'r.clicked_at',
      'r.variant',
    ])
    .where('r.campaign_id', '=', campaign)
    .orderBy('r.address_key', order)
    .limit(limit)
  if (after !== undefined) query = query.where('r.address_key', order === 'asc' ? '>' : '<', after)
  const wanted = filter && states[filter]
  if (wanted) query = query.where('r.state', 'in', wanted)
  if (filter === 'bounced') query = query.where('b.recipient_id', 'is not', null)
  if (filter === 'opened') query = query.where('r.opened_at', 'is not', null)
  if (filter === 'clicked') query = query.where('r.clicked_at', 'is not', null)
  const type = filter && historyTypes[filter]
  if (type) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('contact_history as h')
          .select('h.id')
          .where('h.campaign_id', '=', campaign)
          .where('h.type', '=', type)
          .whereRef('h.contact_id', '=', 'r.contact_id'),
      ),
    )
  }
  if (link !== undefined) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('engagements as e')
          .select('e.id')
          .whereRef('e.recipient_id', '=', 'r.id')
          .where('e.machine', '=', 0)
          .where('e.link_id', '=', link),
      ),
    )
  }
  return query.execute()
}

export interface Visits {
  recipient_id: number
  kind: string
  count: number
  last_at: number
}

/** Returns opens and clicks of recipients, without those of machines. */
export async function visitsOf(
  db: Executor,
  campaign: number,
  recipients: readonly number[],
): Promise<Visits[]> {
  if (recipients.length === 0) return []
  const recorded = await db
    .selectFrom('engagements')
    .select([
      'recipient_id',
      'kind',
      ({ fn }) => fn.countAll<number>().as('count'),
      ({ fn }) => fn.max('at').as('last_at'),
    ])
    .where('recipient_id', 'in', recipients)
    .where('machine', '=', 0)
    .groupBy(['recipient_id', 'kind'])
    .execute()
  const repeated = await db
    .selectFrom('repeat_visits')
    .select([
      'recipient_id',
      'kind',
      sql<number>`cast(sum(count) as bigint)`.as('count'),
      ({ fn }) => fn.max('slot').as('last_at'),
    ])
    .where('campaign_id', '=', campaign)
    .where('recipient_id', 'in', recipients)
    .where('machine', '=', 0)
    .groupBy(['recipient_id', 'kind'])
    .execute()
  return recorded.map((visits) => {
    const { count = 0, last_at = 0 } =
      repeated.find(
        ({ recipient_id, kind }) => recipient_id === visits.recipient_id && kind === visits.kind,
      ) ?? {}
    return {
      ...visits,
      count: visits.count + count,
      last_at: Math.max(visits.last_at, last_at),
    }
  })
}

/** Returns, by contact, the opt-outs that the campaign caused: complaints and unsubscribes. */
export async function optOutsOf(
  db: Executor,
  campaign: number,
  contacts: readonly number[],
): Promise<Map<number, Set<string>>> {
  const ids = dialectOf(db).records(
    contacts.map((id) => ({ wanted: id })),
    { wanted: 'int' },
  )
  const { rows } = await sql<{ contact_id: number; type: string }>`
    select h.contact_id, h.type from ${ids} as w
    join contact_history h on h.contact_id = w.wanted and h.campaign_id = ${campaign}
      and h.type in ('complaint', 'unsubscribe')
  `.execute(db)
  const found = new Map<number, Set<string>>()
  for (const { contact_id, type } of rows) {
    found.set(contact_id, (found.get(contact_id) ?? new Set()).add(type))
  }
  return found
}
