import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'

export interface NewEvent {
  accountId: number
  /** As `campaign.sent`. */
  type: string
  payload: Record<string, string | number | boolean | null>
  now: number
}

/** Written in the transaction of the fact, so that there is never one without the other. */
export const appendEvent = (tx: Executor, event: NewEvent): Promise<void> =>
  appendEvents(tx, [event])

export async function appendEvents(tx: Executor, events: readonly NewEvent[]): Promise<void> {
  await insertEvents(tx, events)
}

/** The same; tells the numbers of those that were written, in no order. */
export async function insertEvents(tx: Executor, events: readonly NewEvent[]): Promise<number[]> {
  if (events.length === 0) return []
  const rows = events.map(({ accountId, type, payload, now }) => ({
    account_id: accountId,
    type,
    payload: JSON.stringify(payload),
    contact_id: idIn(payload.contact_id),
    campaign_id: idIn(payload.campaign_id),
    created_at: now,
  }))
  const dialect = dialectOf(tx)
  const source = dialect.records(rows, {
    account_id: 'int',
    type: 'text',
    payload: 'text',
    contact_id: 'int',
    campaign_id: 'int',
    created_at: 'int',
  })
  const seq = dialect.isInOrder ? nextNumber : sql`null`
  const { rows: written } = await sql<{ id: number }>`
    insert into events (seq, account_id, type, payload, contact_id, campaign_id, created_at)
    select ${seq}, account_id, type, payload, contact_id, campaign_id, created_at
    from ${source} as r returning id
  `.execute(tx)
  return written.map(({ id }) => id)
}

/** Behind every id that was ever given, and so behind every number: none is above its event's id. */
const nextNumber = sql`(
  select coalesce(max(seq), 0) from sqlite_sequence where name = 'events'
) + row_number() over ()`

/** 0 says in a payload that nobody knows. */
const idIn = (value: NewEvent['payload'][string] | undefined): number | null =>
  typeof value === 'number' && value > 0 ? value : null
