import { sql } from 'kysely'
import type { Executor } from '../../database/dialect.ts'

/** How many recipients of each campaign are in each state. */
export const selectStateCounts = (db: Executor, campaigns: readonly number[]) =>
  db
    .selectFrom('recipients')
    .select(['campaign_id', 'state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('campaign_id', 'in', campaigns)
    .groupBy(['campaign_id', 'state'])
    .execute()

interface VariantRow {
  variant: string
  sent: number
  unique_opens: number
  unique_clicks: number
}

/** Results of each A/B variant that was sent to anyone. Machine opens and clicks do not count. */
export async function selectVariantRows(db: Executor, campaign: number): Promise<VariantRow[]> {
  const { rows } = await sql<VariantRow>`
    select variant, sum(case state when 'sent' then 1 else 0 end) as sent,
      count(opened_at) as unique_opens, count(clicked_at) as unique_clicks
    from recipients where campaign_id = ${campaign} and variant is not null
    group by variant
  `.execute(db)
  return rows
}

interface EngagementCount {
  kind: string
  machine: number
  count: number
  recipients: number
}

export const engagementCounts = (db: Executor, campaign: number): Promise<EngagementCount[]> =>
  db
    .selectFrom('engagements')
    .select([
      'kind',
      'machine',
      ({ fn }) => fn.countAll<number>().as('count'),
      ({ fn }) => fn.count<number>('recipient_id').distinct().as('recipients'),
    ])
    .where('campaign_id', '=', campaign)
    .groupBy(['kind', 'machine'])
    .execute()

/** Counts the visits beyond those that are recorded. */
export const repeatCounts = (db: Executor, campaign: number) =>
  db
    .selectFrom('repeat_visits')
    .select(['kind', 'machine', sumOfCount().as('count')])
    .where('campaign_id', '=', campaign)
    .groupBy(['kind', 'machine'])
    .execute()

/** Counts the unsubscribes and complaints that the campaign caused. */
export const historyCounts = (db: Executor, campaign: number) =>
  db
    .selectFrom('contact_history')
    .select(['type', ({ fn }) => fn.countAll<number>().as('count')])
    .where('campaign_id', '=', campaign)
    .groupBy('type')
    .execute()

interface BounceCount {
  type: string
  count: number
  /** Those whose message the relay had accepted. */
  sent: number
}

export const bounceCounts = (db: Executor, campaign: number): Promise<BounceCount[]> =>
  db
    .selectFrom('bounces as b')
    .innerJoin('recipients as r', 'r.id', 'b.recipient_id')
    .select([
      'b.type',
      ({ fn }) => fn.countAll<number>().as('count'),
      sql<number>`count(case when r.state = 'sent' then 1 end)`.as('sent'),
    ])
    .where('b.campaign_id', '=', campaign)
    .groupBy('b.type')
    .execute()

export const bouncesPerSlot = (db: Executor, campaign: number, slotMs: number) =>
  db
    .selectFrom('bounces')
    .select([slotOf('at', slotMs).as('slot'), ({ fn }) => fn.countAll<number>().as('count')])
    .where('campaign_id', '=', campaign)
    .groupBy('slot')
    .execute()

/** Counts sent messages per slot of `slotMs`; slots are numbered from the Unix epoch. */
export const sentPerSlot = (db: Executor, campaign: number, slotMs: number) =>
  db
    .selectFrom('recipients')
    .select([slotOf('sent_at', slotMs).as('slot'), ({ fn }) => fn.countAll<number>().as('count')])
    .where('campaign_id', '=', campaign)
    .where('state', '=', 'sent')
    .groupBy('slot')
    .execute()

/** The same for opens and clicks of people. */
export const engagementsPerSlot = (db: Executor, campaign: number, slotMs: number) =>
  db
    .selectFrom('engagements')
    .select([
      slotOf('at', slotMs).as('slot'),
      'kind',
      ({ fn }) => fn.countAll<number>().as('count'),
    ])
    .where('campaign_id', '=', campaign)
    .where('machine', '=', 0)
    .groupBy(['slot', 'kind'])
    .execute()

/** The same for the visits beyond those that are recorded. */
export const repeatsPerSlot = (db: Executor, campaign: number, slotMs: number) =>
  db
    .selectFrom('repeat_visits')
    .select([slotOf('slot', slotMs).as('slot'), 'kind', sumOfCount().as('count')])
    .where('campaign_id', '=', campaign)
    .where('machine', '=', 0)
    // A position, because a name would mean the column.
    .groupBy([sql`1`, 'kind'])
    .execute()

/** As an integer, because PostgreSQL returns a sum as a text. */
const sumOfCount = () => sql<number>`cast(sum(count) as bigint)`

// A literal, not a bound parameter: the database would not recognise two bound expressions in
// `select` and `group by` as equal.
const slotOf = (column: 'sent_at' | 'at' | 'slot', slotMs: number) =>
  sql<number>`${sql.ref(column)} / ${sql.lit(slotMs)}`
