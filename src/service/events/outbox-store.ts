import { type RawBuilder, sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'

interface NewEvent {
  accountId: number
  /** Such as `campaign.sent`. */
  type: string
  payload: Readonly<Record<string, unknown>>
  now: number
}

/** Inserts an event in the transaction of its fact, so that neither exists without the other. */
export const appendEvent = (tx: Executor, event: NewEvent): Promise<void> =>
  appendEvents(tx, [event])

export async function appendEvents(tx: Executor, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await insertion(tx, events).execute(tx)
}

/** Does the same, and returns the ids of the inserted events, in no particular order. */
export async function insertEvents(tx: Executor, events: readonly NewEvent[]): Promise<number[]> {
  if (events.length === 0) return []
  const { rows } = await sql<{ id: number }>`${insertion(tx, events)} returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

function insertion(tx: Executor, events: readonly NewEvent[]): RawBuilder<object> {
  const rows = events.map(({ accountId, type, payload, now }) => ({
    account_id: accountId,
    type,
    payload: JSON.stringify(payload),
    contact_id: idOrNull(payload.contact_id),
    campaign_id: idOrNull(payload.campaign_id),
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
  const seq = dialect.isInOrder ? nextSeq : sql`null`
  return sql`
    insert into events (seq, account_id, type, payload, contact_id, campaign_id, created_at)
    select ${seq}, account_id, type, payload, contact_id, campaign_id, created_at
    from ${source} as r
  `
}

/**
 * The next `seq` on SQLite. It is higher than any id so far, and so than any `seq`: no `seq` is
 * above the id of its event.
 */
const nextSeq = sql`(
  select coalesce(max(seq), 0) from sqlite_sequence where name = 'events'
) + row_number() over ()`

/** In a payload, 0 means unknown. */
const idOrNull = (value: unknown): number | null =>
  typeof value === 'number' && value > 0 ? value : null
