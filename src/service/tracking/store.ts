import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { appendEvents } from '../events/outbox-store.ts'
import { appendSignals } from '../events/signals-store.ts'
import { tallyVisits } from '../events/tally-store.ts'
import { burstMs } from './machines.ts'
import { type EarlierClick, judge, type Visit } from './visit.ts'

interface Engagement {
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

/** Judges visits and writes them, with what they say about contacts and the events of people. */
export async function writeVisits(
  tx: Executor,
  visits: readonly Visit[],
  { windowMs }: { windowMs: number },
): Promise<void> {
  const recipients = await visitedRecipients(tx, visits)
  const links = await linksOf(tx, recipients)
  const clicks = await earlierClicks(tx, visits)
  const engagements: Engagement[] = []
  const turned = new Set<EarlierClick>()
  const inBatch = new Map<EarlierClick, Engagement>()

  for (const visit of [...visits].sort((a, b) => a.at - b.at)) {
    const recipient = recipients.get(visit.recipient)
    if (!recipient || recipient.campaign_id !== visit.campaign) continue
    const own = links.get(visit.campaign) ?? new Map<number, number>()
    const earlier = clicks.get(visit.recipient) ?? []
    const { sent_at: sentAt, state } = recipient
    const delivered = { sentAt, state, linksInMessage: own.size }
    const { machine, turned: burst } = judge(visit, delivered, earlier, windowMs)
    for (const click of burst) {
      click.machine = 1
      turned.add(click)
    }
    const engagement: Engagement = {
      account_id: recipient.account_id,
      campaign_id: visit.campaign,
      recipient_id: visit.recipient,
      contact_id: recipient.contact_id,
      kind: visit.kind,
      machine,
      link_id: visit.link === undefined ? null : (own.get(visit.link) ?? null),
      at: visit.at,
    }
    engagements.push(engagement)
    if (visit.kind === 'click') {
      const click: EarlierClick = { link: visit.link ?? 0, at: visit.at, machine }
      clicks.set(visit.recipient, [...earlier, click])
      inBatch.set(click, engagement)
    }
  }
  for (const click of turned) {
    const engagement = inBatch.get(click)
    if (engagement) engagement.machine = 1
  }
  const written = [...turned].flatMap(({ id }) => id ?? [])
  await insertEngagements(tx, engagements)
  await markPeople(tx, engagements)
  await turnClicks(tx, written)
  const peoples = engagements.filter(({ machine }) => machine === 0)
  await tallyVisits(tx, peoples)
  await appendSignals(tx, peoples.map(signalOf))
  await appendEvents(tx, engagements.filter(isPersonsOpen).map(openEvent))
}

const isPersonsOpen = ({ kind, machine }: Engagement) => kind === 'open' && machine === 0

const signalOf = ({ account_id, kind, contact_id, campaign_id, link_id, at }: Engagement) => ({
  accountId: account_id,
  kind,
  contactId: contact_id,
  campaignId: campaign_id,
  linkId: link_id,
  now: at,
})

const openEvent = ({ account_id, campaign_id, contact_id, at }: Engagement) => ({
  accountId: account_id,
  type: 'contact.open',
  payload: { campaign_id, contact_id, opened_at: new Date(at).toISOString() },
  now: at,
})

const recordsOf = (db: Executor, ids: Iterable<number>) =>
  dialectOf(db).records(
    [...new Set(ids)].map((id) => ({ wanted: id })),
    { wanted: 'int' },
  )

async function visitedRecipients(
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

/** By campaign: the id of the link at each position. */
async function linksOf(
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

/** By recipient: the clicks that may be of one burst with these. */
async function earlierClicks(
  tx: Executor,
  visits: readonly Visit[],
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

async function insertEngagements(tx: Executor, engagements: readonly Engagement[]): Promise<void> {
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

const marks = [
  { kind: 'open', first: 'opened_at', last: 'last_open_at' },
  { kind: 'click', first: 'clicked_at', last: 'last_click_at' },
] as const

/** The first time on the recipient, the last time on the contact. */
async function markPeople(tx: Executor, engagements: readonly Engagement[]): Promise<void> {
  for (const { kind, first, last } of marks) {
    const people = engagements.filter((row) => row.kind === kind && row.machine === 0)
    if (people.length === 0) continue
    // In the order of time: the earliest of a recipient and the latest of a contact stay.
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

/** Written as a person's, now known for a machine's: the marks they left are made anew. */
async function turnClicks(tx: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows: turned } = await sql<{ account_id: number; kind: 'click'; at: number }>`
    update engagements set machine = 1 from ${recordsOf(tx, ids)} as w
    where id = w.wanted and machine = 0 returning account_id, kind, at
  `.execute(tx)
  await tallyVisits(tx, turned, -1)
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
