import { sql } from 'kysely'
import { allInOrder } from '../database/batches/all-in-order.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { RepeatVisitRow } from '../database/schema/campaign.ts'
import { addFigures, type FigureChange, hourOf } from './addition-store.ts'
import { changeRecipients } from './recipients-store.ts'

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

export async function insertEngagements(
  tx: Executor,
  engagements: readonly Engagement[],
): Promise<void> {
  if (engagements.length === 0) return
  const { records, countsFigures } = dialectOf(tx)
  const rows = records(engagements, {
    account_id: 'int',
    campaign_id: 'int',
    recipient_id: 'int',
    contact_id: 'int',
    kind: 'text',
    machine: 'int',
    link_id: 'int',
    at: 'int',
  })
  const insertion = sql`
    insert into engagements
      (account_id, campaign_id, recipient_id, contact_id, kind, machine, link_id, at)
    select account_id, campaign_id, recipient_id, contact_id, kind, machine, link_id, at
    from ${rows} as r where ${countsFigures}`
  await allInOrder(tx, [
    (each) => insertion.execute(each),
    (each) =>
      addFigures(
        each,
        engagements.map((visit) => figureOf(visit, 1)),
      ),
  ])
}

/** A row to add to the counters of visits that are not recorded. */
export interface RepeatVisits extends RepeatVisitRow {
  account_id: number
}

/** Adds to the counters of visits that are not recorded. Each row may occur once. */
export async function addRepeatVisits(
  tx: Executor,
  counts: readonly RepeatVisits[],
): Promise<void> {
  if (counts.length === 0) return
  const { records, countsFigures } = dialectOf(tx)
  const rows = records(counts, {
    campaign_id: 'int',
    recipient_id: 'int',
    kind: 'text',
    machine: 'int',
    link_id: 'int',
    slot: 'int',
    count: 'int',
  })
  // In order, so that two processes cannot deadlock on each other's rows.
  const insertion = sql`
    insert into repeat_visits (campaign_id, recipient_id, kind, machine, link_id, slot, count)
    select campaign_id, recipient_id, kind, machine, link_id, slot, count from ${rows} as r
    where ${countsFigures} order by campaign_id, recipient_id, kind, machine, link_id, slot
    on conflict (campaign_id, recipient_id, kind, machine, link_id, slot)
    do update set count = repeat_visits.count + excluded.count`
  await allInOrder(tx, [
    (each) => insertion.execute(each),
    (each) =>
      addFigures(
        each,
        counts.map(({ slot, count, ...visit }) => figureOf({ ...visit, at: slot }, count)),
      ),
  ])
}

/** Marks clicks as made by a machine; returns those that were counted as a person's. */
export async function markMachineClicks(tx: Executor, ids: readonly number[]) {
  const { records, countsFigures } = dialectOf(tx)
  const wanted = records(
    ids.map((id) => ({ wanted: id })),
    { wanted: 'int' },
  )
  const { rows } = await sql<{
    account_id: number
    campaign_id: number
    kind: 'click'
    at: number
  }>`
    update engagements set machine = 1 from ${wanted} as w
    where id = w.wanted and machine = 0 and ${countsFigures}
    returning account_id, campaign_id, kind, at
  `.execute(tx)
  await addFigures(
    tx,
    rows.flatMap((click) => [
      figureOf({ ...click, machine: 0 }, -1),
      figureOf({ ...click, machine: 1 }, 1),
    ]),
  )
  return rows
}

interface CountedVisit {
  account_id: number
  campaign_id: number
  kind: string
  machine: 0 | 1
  at: number
}

/** Visits of machines have no time. */
const figureOf = (
  { account_id, campaign_id, kind, machine, at }: CountedVisit,
  count: number,
): FigureChange => ({
  account_id,
  campaign_id,
  measure: machine ? `machine_${kind}s` : `${kind}s`,
  at: machine ? 0 : hourOf(at),
  count,
})

const firstColumns = { open: 'opened_at', click: 'clicked_at' } as const

/** Stores the first visits of people, by recipient, unless they have an earlier one. */
export async function setFirstVisits(
  tx: Executor,
  kind: keyof typeof firstColumns,
  times: ReadonlyMap<number, number>,
): Promise<void> {
  const column = firstColumns[kind]
  const firsts = [...times]
    .sort(([a], [b]) => a - b)
    .map(([changed_id, at]) => ({ changed_id, at }))
  await changeRecipients(tx, {
    rows: dialectOf(tx).records(firsts, { changed_id: 'int', at: 'int' }),
    counted: kind === 'open' ? { opened_at: 'r.at' } : { clicked_at: 'r.at' },
    condition: sql<boolean>`${sql.ref(`recipients.${column}`)} is null`,
  })
}

/** Computes the time of the first click by a person again, from the stored clicks. */
export async function recomputeFirstClicks(
  tx: Executor,
  recipients: readonly number[],
): Promise<void> {
  const wanted = dialectOf(tx).records(
    recipients.map((id) => ({ wanted: id })),
    { wanted: 'int' },
  )
  const clicks = sql`(
    select w.wanted as changed_id, (
      select min(at) from engagements e
      where e.recipient_id = w.wanted and e.kind = 'click' and e.machine = 0
    ) as first_click from ${wanted} as w
  )`
  await changeRecipients(tx, { rows: clicks, counted: { clicked_at: 'r.first_click' } })
}
