import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import { countStates, type StateCounts } from './recipient-states.ts'

/** By campaign; one that has no recipients yet is not there. */
export async function stateCounts(
  db: Executor,
  campaigns: readonly number[],
): Promise<Map<number, StateCounts>> {
  if (campaigns.length === 0) return new Map()
  const rows = await db
    .selectFrom('recipients')
    .select(['campaign_id', 'state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('campaign_id', 'in', campaigns)
    .groupBy(['campaign_id', 'state'])
    .execute()
  const found = new Set(rows.map(({ campaign_id }) => campaign_id))
  return new Map(
    [...found].map((id) => [id, countStates(rows.filter((row) => row.campaign_id === id))]),
  )
}

export interface EngagementCount {
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

/** What happened to contacts because of the campaign: `unsubscribe`, `complaint`. */
export const historyCounts = (db: Executor, campaign: number) =>
  db
    .selectFrom('contact_history')
    .select(['type', ({ fn }) => fn.countAll<number>().as('count')])
    .where('campaign_id', '=', campaign)
    .groupBy('type')
    .execute()

export interface BounceCount {
  type: string
  count: number
  /** Of these the relay had taken the message. */
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

/** How many messages were sent in each slot of `slotMs`, by the number of the slot since the epoch. */
export const sentPerSlot = (db: Executor, campaign: number, slotMs: number) =>
  db
    .selectFrom('recipients')
    .select([slotOf('sent_at', slotMs).as('slot'), ({ fn }) => fn.countAll<number>().as('count')])
    .where('campaign_id', '=', campaign)
    .where('state', '=', 'sent')
    .groupBy('slot')
    .execute()

/** The same for what people did. */
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

// Written out and not bound: as binds the expressions of `select` and `group by` would be two.
const slotOf = (column: 'sent_at' | 'at', slotMs: number) =>
  sql<number>`${sql.ref(column)} / ${sql.lit(slotMs)}`
