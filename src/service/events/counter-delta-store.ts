import { type RawBuilder, sql } from 'kysely'
import {
  type CounterDelta,
  dayStart,
  domainOf,
  slotStart,
  sumDeltas,
} from '../database/counter-delta.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'

/** A message that a relay has just accepted. */
export interface CountedSend {
  accountId: number
  /** Of the recipient. */
  domain: string
  sentAt: number
}

export const countSends = (
  tx: Executor,
  sends: readonly { account_id: number; address_key: string; sent_at: number }[],
): Promise<void> =>
  insertDeltas(
    tx,
    sends.flatMap(({ account_id: accountId, address_key, sent_at }) =>
      deltasOf({ accountId, domain: domainOf(address_key), slot: slotStart(sent_at), count: 1 }),
    ),
  )

/** The statement for `sends`, of which there is at least one. */
export const countingSends = (db: Executor, sends: readonly CountedSend[]): RawBuilder<object> => {
  const groups: EqualSends[] = []
  for (const { accountId, domain, sentAt } of sends) {
    const slot = slotStart(sentAt)
    const last = groups.at(-1)
    // Neighbours are mostly equal, and deltas for each would take most of the time.
    if (last?.accountId === accountId && last.domain === domain && last.slot === slot) last.count++
    else groups.push({ accountId, domain, slot, count: 1 })
  }
  return insertingDeltas(db, sumDeltas(groups.flatMap(deltasOf)))
}

interface EqualSends {
  accountId: number
  domain: string
  /** The quarter of an hour. */
  slot: number
  count: number
}

const deltasOf = ({ accountId, domain, slot, count }: EqualSends): CounterDelta[] => [
  { accountId, measure: 'sends', at: slot, domain: '', count },
  { accountId, measure: 'sent', at: dayStart(slot), domain, count },
]

const visitMeasures = { open: 'opens', click: 'clicks' } as const

interface CountedVisits {
  account_id: number
  kind: keyof typeof visitMeasures
  at: number
  /** Negative for those that turned out to be a machine's. */
  count: number
}

/** Counts opens and clicks of people. */
export const countVisits = (tx: Executor, visits: readonly CountedVisits[]): Promise<void> =>
  insertDeltas(
    tx,
    visits.map(({ account_id: accountId, kind, at, count }) => {
      return { accountId, measure: visitMeasures[kind], at: slotStart(at), domain: '', count }
    }),
  )

export interface CountedBounce {
  account_id: number
  address_key: string
  /** Null when the relay refused the message. */
  sent_at: number | null
  /** When the bounce arrived. */
  at: number
  message_at: number
  type: 'hard' | 'soft'
  /** This hard bounce replaces a soft one that was already counted. */
  turned: number
}

export const countBounce = (tx: Executor, bounce: CountedBounce): Promise<void> => {
  const { account_id: accountId, address_key, sent_at, at, message_at, type, turned } = bounce
  const key = { accountId, at: dayStart(message_at), domain: domainOf(address_key) }
  const measure = `${type}_bounces` as const
  if (turned) {
    return insertDeltas(tx, [
      { ...key, measure, count: 1 },
      { ...key, measure: 'soft_bounces', count: -1 },
    ])
  }
  return insertDeltas(tx, [
    { accountId, measure: 'bounces', at: slotStart(at), domain: '', count: 1 },
    { ...key, measure, count: 1 },
    ...(sent_at === null ? [] : [{ ...key, measure: 'returned' as const, count: 1 }]),
  ])
}

export async function countComplaint(
  tx: Executor,
  {
    accountId,
    emailKey,
    campaignId,
    now,
  }: { accountId: number; emailKey: string; campaignId: number | null; now: number },
): Promise<void> {
  const { sent_at } = await tx
    .selectFrom('recipients')
    .select(({ fn }) => fn.max('sent_at').as('sent_at'))
    .where('campaign_id', '=', campaignId)
    .where('account_id', '=', accountId)
    .where('address_key', '=', emailKey)
    .executeTakeFirstOrThrow()
  const at = dayStart(sent_at ?? now)
  await insertDeltas(tx, [
    { accountId, measure: 'complaints', at, domain: domainOf(emailKey), count: 1 },
  ])
}

async function insertDeltas(tx: Executor, deltas: readonly CounterDelta[]): Promise<void> {
  const sums = sumDeltas(deltas)
  if (sums.length > 0) await insertingDeltas(tx, sums).execute(tx)
}

function insertingDeltas(db: Executor, sums: readonly CounterDelta[]): RawBuilder<object> {
  const rows = dialectOf(db).inlineRecords(
    sums.map(({ accountId, ...delta }) => ({ account_id: accountId, ...delta })),
    { account_id: 'int', measure: 'text', at: 'int', domain: 'text', count: 'int' },
  )
  return sql`
    insert into tallies (account_id, measure, at, domain, count)
    select account_id, measure, at, domain, count from ${rows} as r
  `
}
