import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { EarlierClick, Visit } from './classify-visit.ts'

export interface Engagement {
  account_id: number
  campaign_id: number
  recipient_id: number
  contact_id: number
  kind: 'open' | 'click'
  machine: 0 | 1
  link_id: number | null
  at: number
}

interface VisitedRecipient {
  id: number
  account_id: number
  campaign_id: number
  contact_id: number
  state: string
  sent_at: number | null
}

const recordsOf = (db: Executor, ids: Iterable<number>) =>
  dialectOf(db).records(
    [...new Set(ids)].map((id) => ({ wanted: id })),
    { wanted: 'int' },
  )

export async function selectVisitedRecipients(
  tx: Executor,
  visits: readonly Visit[],
): Promise<Map<number, VisitedRecipient>> {
  const ids = visits.map(({ recipient }) => recipient)
  const { rows } = await sql<VisitedRecipient>`
    select r.id, r.account_id, r.campaign_id, r.contact_id, r.state, r.sent_at
    from ${recordsOf(tx, ids)} as w join recipients r on r.id = w.wanted
  `.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns, by campaign, the id of the link at each position. */
export async function selectLinkIds(
  tx: Executor,
  recipients: ReadonlyMap<number, VisitedRecipient>,
): Promise<Map<number, Map<number, number>>> {
  const campaigns = [...recipients.values()].map(({ campaign_id }) => campaign_id)
  const { rows } = await sql<{ id: number; campaign_id: number; position: number }>`
    select l.id, l.campaign_id, l.position
    from ${recordsOf(tx, campaigns)} as w join campaign_links l on l.campaign_id = w.wanted
  `.execute(tx)
  const found = new Map<number, Map<number, number>>()
  for (const { id, campaign_id, position } of rows) {
    found.set(campaign_id, (found.get(campaign_id) ?? new Map()).set(position, id))
  }
  return found
}

/** Returns, by recipient, the clicks that may belong to one burst with `visits`. */
export async function selectEarlierClicks(
  tx: Executor,
  visits: readonly Visit[],
  burstMs: number,
): Promise<Map<number, EarlierClick[]>> {
  const clicks = visits.filter(({ kind }) => kind === 'click')
  const found = new Map<number, EarlierClick[]>()
  if (clicks.length === 0) return found
  const since = Math.min(...clicks.map(({ at }) => at)) - burstMs
  const ids = recordsOf(
    tx,
    clicks.map(({ recipient }) => recipient),
  )
  const { rows } = await sql<Required<EarlierClick> & { recipient_id: number }>`
    select e.id, e.recipient_id, e.machine, e.at, l.position as link
    from ${ids} as w
    join engagements e on e.recipient_id = w.wanted and e.kind = 'click' and e.at >= ${since}
    join campaign_links l on l.id = e.link_id
  `.execute(tx)
  for (const { recipient_id, id, link, at, machine } of rows) {
    const ofRecipient = found.get(recipient_id) ?? []
    found.set(recipient_id, ofRecipient)
    ofRecipient.push({ id, link, at, machine })
  }
  return found
}

export async function insertEngagements(
  tx: Executor,
  engagements: readonly Engagement[],
): Promise<void> {
  if (engagements.length === 0) return
  const rows = dialectOf(tx).records(engagements, {
    account_id: 'int',
    campaign_id: 'int',
    recipient_id: 'int',
    contact_id: 'int',
    kind: 'text',
    machine: 'int',
    link_id: 'int',
    at: 'int',
  })
  await sql`
    insert into engagements
      (account_id, campaign_id, recipient_id, contact_id, kind, machine, link_id, at)
    select account_id, campaign_id, recipient_id, contact_id, kind, machine, link_id, at
    from ${rows} as r
  `.execute(tx)
}

const timeColumns = [
  { kind: 'open', first: 'opened_at', last: 'last_open_at' },
  { kind: 'click', first: 'clicked_at', last: 'last_click_at' },
] as const

/** Stores the first open and click on the recipient, the last ones on the contact. */
export async function updateVisitTimes(
  tx: Executor,
  engagements: readonly Engagement[],
): Promise<void> {
  for (const { kind, first, last } of timeColumns) {
    const people = engagements.filter((row) => row.kind === kind && row.machine === 0)
    if (people.length === 0) continue
    // In order of time, so the maps keep the earliest per recipient and the latest per contact.
    const firsts = new Map(people.toReversed().map(({ recipient_id: id, at }) => [id, at]))
    const lasts = new Map(people.map(({ contact_id: id, at }) => [id, at]))
    await sql`
      update recipients set ${sql.ref(first)} = r.at from ${timesOf(tx, firsts)} as r
      where recipients.id = r.wanted and ${sql.ref(first)} is null
    `.execute(tx)
    await sql`
      update contacts set ${sql.ref(last)} = r.at from ${timesOf(tx, lasts)} as r
      where contacts.id = r.wanted and coalesce(${sql.ref(last)}, 0) < r.at
    `.execute(tx)
  }
}

const timesOf = (tx: Executor, times: ReadonlyMap<number, number>) =>
  dialectOf(tx).records(
    [...times].sort(([a], [b]) => a - b).map(([wanted, at]) => ({ wanted, at })),
    { wanted: 'int', at: 'int' },
  )

/** Marks clicks as made by a machine; returns those that were counted as a person's. */
export async function markMachineClicks(tx: Executor, ids: readonly number[]) {
  const { rows } = await sql<{ account_id: number; kind: 'click'; at: number }>`
    update engagements set machine = 1 from ${recordsOf(tx, ids)} as w
    where id = w.wanted and machine = 0 returning account_id, kind, at
  `.execute(tx)
  return rows
}

/** Recomputes the click times of the recipients and contacts that these engagements belong to. */
export async function recomputeClickTimes(tx: Executor, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ recipient_id: number; contact_id: number }>`
    select distinct e.recipient_id, e.contact_id
    from ${recordsOf(tx, ids)} as w join engagements e on e.id = w.wanted
  `.execute(tx)
  for (const { recipient_id, contact_id } of rows) {
    await sql`
      update recipients set clicked_at = (
        select min(at) from engagements e
        where e.recipient_id = recipients.id and e.kind = 'click' and e.machine = 0
      ) where id = ${recipient_id}
    `.execute(tx)
    await sql`
      update contacts set last_click_at = (
        select max(e.at) from recipients r join engagements e on e.recipient_id = r.id
        where r.contact_id = contacts.id and e.kind = 'click' and e.machine = 0
      ) where id = ${contact_id}
    `.execute(tx)
  }
}
