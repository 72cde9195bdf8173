import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'

/** The contact of an event. Of several with the address, it is one that may be mailed, if there is one. */
export interface EventContact {
  id: number
  email_key: string
}

/** Returns the contacts with these addresses, by address. */
export async function contactsByAddress(
  db: Executor,
  accountId: number,
  keys: readonly string[],
): Promise<Map<string, EventContact>> {
  if (keys.length === 0) return new Map()
  const wanted = keys.map((key) => ({ key }))
  const { rows } = await sql<EventContact>`
    select c.id, c.email_key from ${dialectOf(db).records(wanted, { key: 'text' })} as r
    join contacts c on c.email_key = r.key and c.account_id = ${accountId}
    order by case c.status when 'active' then 1 else 0 end, c.id desc
  `.execute(db)
  return new Map(rows.map((contact) => [contact.email_key, contact]))
}

/** Returns the contacts with these ids, by id. */
export async function contactsById(
  db: Executor,
  accountId: number,
  ids: readonly number[],
): Promise<Map<number, EventContact>> {
  if (ids.length === 0) return new Map()
  const wanted = ids.map((id) => ({ id }))
  const { rows } = await sql<EventContact>`
    select c.id, c.email_key from ${dialectOf(db).records(wanted, { id: 'int' })} as r
    join contacts c on c.id = r.id and c.account_id = ${accountId}
  `.execute(db)
  return new Map(rows.map((contact) => [contact.id, contact]))
}

/** Returns the hashes that were recorded before. */
export async function selectRecordedKeys(
  db: Executor,
  accountId: number,
  hashes: readonly string[],
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const wanted = hashes.map((hash) => ({ hash }))
  const { rows } = await sql<{ hash: string }>`
    select k.hash from ${dialectOf(db).records(wanted, { hash: 'text' })} as r
    join event_keys k on k.account_id = ${accountId} and k.hash = r.hash
  `.execute(db)
  return new Set(rows.map(({ hash }) => hash))
}

/** Records the hashes, and returns those that no other transaction has recorded meanwhile. */
export async function insertKeys(
  tx: Executor,
  accountId: number,
  hashes: readonly string[],
  now: number,
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = [...hashes].sort().map((hash) => ({ hash }))
  const { rows: written } = await sql<{ hash: string }>`
    insert into event_keys (account_id, hash, recorded_at)
    select ${accountId}, hash, ${now} from ${dialectOf(tx).records(rows, { hash: 'text' })} as r
    where true on conflict do nothing returning hash
  `.execute(tx)
  return new Set(written.map(({ hash }) => hash))
}

interface NewCustomEvent {
  person: number
  name: number
  at: number
  campaign: number | null
  value: number | null
  /** Empty without one. */
  currency: string
  /** JSON. */
  properties: string
}

/** Inserts events and adds them to the totals of their people. Returns their ids in no particular order. */
export async function insertCustomEvents(
  tx: Executor,
  accountId: number,
  events: readonly NewCustomEvent[],
  now: number,
): Promise<number[]> {
  const rows = [...events].sort((a, b) => a.name - b.name || a.person - b.person)
  const source = dialectOf(tx).records(rows, {
    ...{ person: 'int', name: 'int', at: 'int', campaign: 'int', value: 'real' },
    ...{ currency: 'text', properties: 'text' },
  })
  const { rows: written } = await sql<{ id: number }>`
    insert into custom_events
      (account_id, person_id, name_id, at, recorded_at, campaign_id, value, currency, properties)
    select ${accountId}, person, name, at, ${now}, campaign, value, currency, properties
    from ${source} as r returning id
  `.execute(tx)
  await sql`
    insert into event_totals
      (account_id, name_id, person_id, currency, count, value, first_at, last_at)
    select ${accountId}, name, person, currency, count(*), coalesce(sum(value), 0), min(at), max(at)
    from ${source} as r group by name, person, currency order by name, person, currency
    on conflict (account_id, name_id, person_id, currency) do update set
      count = event_totals.count + excluded.count,
      value = event_totals.value + excluded.value,
      first_at = case when excluded.first_at < event_totals.first_at then excluded.first_at
        else event_totals.first_at end,
      last_at = case when excluded.last_at > event_totals.last_at then excluded.last_at
        else event_totals.last_at end
  `.execute(tx)
  return written.map(({ id }) => id)
}

interface EventQuery {
  accountId: number
  name?: string | undefined
  emailKey?: string | undefined
  from?: number | undefined
  to?: number | undefined
  after?: readonly [at: number, id: number] | undefined
  /** Only events that were recorded later, in the order of their ids. */
  afterId?: number | undefined
  limit: number
  order: 'asc' | 'desc'
}

export interface ShownCustomEvent {
  id: number
  name: string
  email_key: string | null
  at: number
  value: number | null
  currency: string
  properties: string
  campaign_id: number | null
}

export async function listCustomEvents(
  db: Executor,
  { accountId, name, emailKey, from, to, after, afterId, limit, order }: EventQuery,
): Promise<ShownCustomEvent[]> {
  const direction = sql.raw(order)
  // SQLite reads the newest rows by id then, and not all of the account.
  const isById = afterId !== undefined && dialectOf(db).name === 'sqlite'
  const ofAccount = sql.raw(isById ? '+e.account_id' : 'e.account_id')
  const isBehind = sql.raw(order === 'desc' ? '<' : '>')
  const { rows } = await sql<ShownCustomEvent>`
    select e.id, n.name, p.email_key, e.at, e.value, e.currency, e.properties, e.campaign_id
    from custom_events e
    join event_names n on n.account_id = e.account_id and n.id = e.name_id
    left join people p on p.account_id = e.account_id and p.id = e.person_id
    where ${ofAccount} = ${accountId}
    ${afterId === undefined ? sql`` : sql`and e.id > ${afterId}`}
    ${
      name === undefined
        ? sql``
        : sql`and e.name_id in (select id from event_names
      where account_id = ${accountId} and name = ${name})`
    }
    ${
      emailKey === undefined
        ? sql``
        : sql`and e.person_id in (select id from people
      where account_id = ${accountId} and email_key = ${emailKey})`
    }
    ${from === undefined ? sql`` : sql`and e.at >= ${from}`}
    ${to === undefined ? sql`` : sql`and e.at <= ${to}`}
    ${
      after && afterId !== undefined
        ? sql`and e.id ${isBehind} ${after[1]}`
        : after
          ? sql`and (e.at, e.id) ${isBehind} (${after[0]}, ${after[1]})`
          : sql``
    }
    order by ${afterId === undefined ? sql`e.at ${direction},` : sql``} e.id ${direction}
    limit ${limit}
  `.execute(db)
  return rows
}
