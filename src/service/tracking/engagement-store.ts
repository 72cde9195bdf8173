import { sql } from 'kysely'
import { changeDetails } from '../contacts/table/change-store.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { Bit } from '../database/schema/bit.ts'
import { type Engagement, recomputeFirstClicks, setFirstVisits } from '../figures/visits-store.ts'
import type { Visit } from './classify-visit.ts'

interface VisitedRecipient {
  id: number
  account_id: number
  campaign_id: number
  contact_id: number
  /** It is being given to the relay. */
  submitting: Bit
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
    select r.id, r.account_id, r.campaign_id, r.contact_id, r.sent_at,
      case when r.sent_at is null and exists (
        select 1 from recipient_queue q
        where q.account_id = r.account_id and q.id = r.id and q.submitting = 1
      ) then 1 else 0 end as submitting
    from ${recordsOf(tx, ids)} as w join recipients r on r.id = w.wanted
  `.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns, by campaign, the id of the link at each position. */
export async function selectLinkIds(
  tx: Executor,
  campaigns: readonly number[],
): Promise<Map<number, Map<number, number>>> {
  if (campaigns.length === 0) return new Map()
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

export interface StoredVisits {
  recipient_id: number
  kind: 'open' | 'click'
  machine: 0 | 1
  /** The position of the clicked link. */
  link: number | null
  count: number
}

/** Counts the recorded visits of the recipients since a time, each of the kind of its new visits. */
export async function countStoredVisits(
  tx: Executor,
  visits: readonly Visit[],
  since: number,
): Promise<StoredVisits[]> {
  const pairs = (['open', 'click'] as const).flatMap((kind) => {
    const ofKind = visits.filter((visit) => visit.kind === kind)
    return [...new Set(ofKind.map(({ recipient }) => recipient))].map((wanted) => ({
      wanted,
      kind,
    }))
  })
  const records = dialectOf(tx).records(pairs, { wanted: 'int', kind: 'text' })
  const { rows } = await sql<StoredVisits>`
    select e.recipient_id, e.kind, e.machine, l.position as link, count(*) as count
    from ${records} as w
    join engagements e on e.recipient_id = w.wanted and e.at >= ${since} and e.kind = w.kind
    left join campaign_links l on l.id = e.link_id
    group by e.recipient_id, e.kind, e.machine, l.position
  `.execute(tx)
  return rows
}

interface StoredClick {
  id: number
  recipient_id: number
  /** The position of the clicked link. */
  link: number | null
  at: number
  machine: 0 | 1
}

/** Returns the recorded clicks of the recipients since a time. */
export async function selectStoredClicks(
  tx: Executor,
  recipients: readonly number[],
  since: number,
): Promise<StoredClick[]> {
  if (recipients.length === 0) return []
  const { rows } = await sql<StoredClick>`
    select e.id, e.recipient_id, e.machine, e.at, l.position as link
    from ${recordsOf(tx, recipients)} as w
    join engagements e on e.recipient_id = w.wanted and e.at >= ${since}
    left join campaign_links l on l.id = e.link_id
    where e.kind = 'click' order by e.at
  `.execute(tx)
  return rows
}

const timeColumns = [
  { kind: 'open', last: 'last_open_at' },
  { kind: 'click', last: 'last_click_at' },
] as const

/** Stores the first open and click on the recipient, the last ones on the contact. */
export async function updateVisitTimes(
  tx: Executor,
  engagements: readonly Engagement[],
): Promise<void> {
  for (const { kind, last } of timeColumns) {
    const people = engagements.filter((row) => row.kind === kind && row.machine === 0)
    if (people.length === 0) continue
    // In order of time, so the maps keep the earliest per recipient and the latest per contact.
    const firsts = new Map(people.toReversed().map(({ recipient_id: id, at }) => [id, at]))
    const lasts = new Map(people.map(({ contact_id: id, at }) => [id, at]))
    await setFirstVisits(tx, kind, firsts)
    const isLater = sql`contacts.id = r.wanted and coalesce(${sql.ref(last)}, 0) < r.at`
    await changeDetails(tx, isLater, {
      set: sql`${sql.ref(last)} = r.at`,
      from: sql`${timesOf(tx, lasts)} as r`,
    })
  }
}

const timesOf = (tx: Executor, times: ReadonlyMap<number, number>) =>
  dialectOf(tx).records(
    [...times].sort(([a], [b]) => a - b).map(([wanted, at]) => ({ wanted, at })),
    { wanted: 'int', at: 'int' },
  )

/** Recomputes the click times of the recipients and contacts that these engagements belong to. */
export async function recomputeClickTimes(tx: Executor, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ recipient_id: number; contact_id: number }>`
    select distinct e.recipient_id, e.contact_id
    from ${recordsOf(tx, ids)} as w join engagements e on e.id = w.wanted
  `.execute(tx)
  await recomputeFirstClicks(
    tx,
    rows.map(({ recipient_id }) => recipient_id),
  )
  for (const { contact_id } of rows) {
    await changeDetails(tx, sql`id = ${contact_id}`, {
      set: sql`last_click_at = (
        select max(e.at) from recipients r join engagements e on e.recipient_id = r.id
        where r.contact_id = contacts.id and e.kind = 'click' and e.machine = 0
      )`,
    })
  }
}
