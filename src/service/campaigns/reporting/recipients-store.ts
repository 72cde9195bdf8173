import { sql } from 'kysely'
import type { RecipientFilter } from '../../../contract/shapes/campaign-recipients.ts'
import type { Condition } from '../../database/condition.ts'
import { slotStart } from '../../database/counter-delta.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'

interface RecipientQuery {
  campaign: number
  filter: RecipientFilter | undefined
  /** Only recipients who clicked this link. */
  link: number | undefined
  /** Only recipients to whom something happened at this time or later. */
  since: number | undefined
  order: 'asc' | 'desc'
  /** The last recipient of the previous page. An automation visits an address several times. */
  after: { email: string; visit: number } | undefined
  limit: number
}

export interface Recipient {
  id: number
  contact_id: number
  address_key: string
  visit: number
  email: string | null
  nombre: string | null
  state: string
  attempts: number
  response: string | null
  /** The diagnostic of the bounce. */
  bounce: string | null
  bounce_type: string | null
  bounce_reason: string | null
  bounced_at: number | null
  sent_at: number | null
  opened_at: number | null
  clicked_at: number | null
  variant: string | null
}

/** The column that a filter by state reads: an index knows the rare ones. */
const stateColumns: Partial<Record<RecipientFilter, 'r.state' | 'r.rare_state'>> = {
  pending: 'r.state',
  sent: 'r.state',
  failed: 'r.rare_state',
  deferred: 'r.rare_state',
  cancelled: 'r.rare_state',
  uncertain: 'r.rare_state',
}

/** The history type behind a filter. */
const historyTypes: Partial<Record<RecipientFilter, string>> = {
  complained: 'complaint',
  unsubscribed: 'unsubscribe',
}

/** Returns recipients by address, in the order of an index. A deleted contact has no name. */
export function selectRecipients(
  db: Executor,
  { campaign, filter, link, since, order, after, limit }: RecipientQuery,
): Promise<Recipient[]> {
  let query = db
    .selectFrom('recipients as r')
    .leftJoin('bounces as b', 'b.recipient_id', 'r.id')
    .leftJoin('contacts as c', 'c.id', 'r.contact_id')
    .select([
      'r.id',
      'r.contact_id',
      'r.address_key',
      'r.visit',
      'c.email',
      'c.nombre',
      'r.state',
      'r.attempts',
      'r.response',
      'b.diagnostic as bounce',
      'b.type as bounce_type',
      'b.kind as bounce_reason',
      'b.at as bounced_at',
      'r.sent_at',
      'r.opened_at',
      'r.clicked_at',
      'r.variant',
    ])
    .where('r.campaign_id', '=', campaign)
    .orderBy('r.address_key', order)
    .orderBy('r.visit', order)
    .limit(limit)
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('r.address_key', 'r.visit'),
        order === 'asc' ? '>' : '<',
        tuple(after.email, after.visit),
      ),
    )
  }
  if (since !== undefined) query = query.where(hasHappenedSince(campaign, since))
  const column = filter && stateColumns[filter]
  if (column) query = query.where(column, '=', filter)
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

/**
 * Whether something happened to a recipient from a time on. Only its first visits are in its row, so
 * the others of those who have any are looked up. The unary plus keeps the planner from reading all
 * visits of the campaign for each recipient.
 */
const hasHappenedSince = (campaign: number, since: number): Condition => sql`(
  r.sent_at >= ${since} or r.opened_at >= ${since} or r.clicked_at >= ${since} or b.at >= ${since}
  or ((r.opened_at is not null or r.clicked_at is not null) and (
    exists (
      select 1 from engagements e
      where e.recipient_id = r.id and e.at >= ${since} and e.machine = 0
        and +e.campaign_id = ${campaign}
    )
    or exists (
      select 1 from repeat_visits v
      where v.campaign_id = ${campaign} and v.recipient_id = r.id and v.machine = 0
        and v.slot >= ${slotStart(since)}
    )
  ))
  or exists (
    select 1 from contact_history h
    where h.contact_id = r.contact_id and h.at >= ${since} and +h.campaign_id = ${campaign}
      and h.type in ('complaint', 'unsubscribe')
  )
  or exists (
    select 1 from conversions o
    where o.recipient_id = r.id and o.at >= ${since} and +o.campaign_id = ${campaign}
  )
)`

export interface Visits {
  recipient_id: number
  kind: string
  count: number
  last_at: number
}

/** Returns opens and clicks by recipient, without those of machines. */
export async function visitsOf(
  db: Executor,
  campaign: number,
  recipients: readonly number[],
): Promise<Map<number, Visits[]>> {
  const found = new Map<number, Visits[]>()
  if (recipients.length === 0) return found
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
  for (const visits of recorded) {
    found.set(visits.recipient_id, [...(found.get(visits.recipient_id) ?? []), visits])
  }
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
  for (const { recipient_id, kind, count, last_at } of repeated) {
    const visits = found.get(recipient_id)?.find((each) => each.kind === kind)
    if (!visits) continue
    visits.count += count
    visits.last_at = Math.max(visits.last_at, last_at)
  }
  return found
}

/**
 * Returns, by contact, the first times of the opt-outs that the campaign caused: complaints and
 * unsubscribes.
 */
export async function optOutsOf(
  db: Executor,
  campaign: number,
  contacts: readonly number[],
): Promise<Map<number, Map<string, number>>> {
  const ids = dialectOf(db).records(
    contacts.map((id) => ({ wanted: id })),
    { wanted: 'int' },
  )
  const { rows } = await sql<{ contact_id: number; type: string; at: number }>`
    select h.contact_id, h.type, min(h.at) as at from ${ids} as w
    join contact_history h on h.contact_id = w.wanted and h.campaign_id = ${campaign}
      and h.type in ('complaint', 'unsubscribe')
    group by h.contact_id, h.type
  `.execute(db)
  const found = new Map<number, Map<string, number>>()
  for (const { contact_id, type, at } of rows) {
    found.set(contact_id, (found.get(contact_id) ?? new Map()).set(type, at))
  }
  return found
}
