import { type RawBuilder, sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'

export interface NewDelivery {
  webhookId: number
  eventId: number
}

/** Deliveries that wait; one that was asked for already, at the same moment, is there once. */
export async function insertDeliveries(
  tx: Executor,
  deliveries: readonly NewDelivery[],
  { replay, now }: { replay: number; now: number },
): Promise<void> {
  if (deliveries.length === 0) return
  const rows = deliveries.map(({ webhookId, eventId }) => ({
    hook: webhookId,
    event: eventId,
    at: now,
  }))
  await insertPending(
    tx,
    dialectOf(tx).records(rows, { hook: 'int', event: 'int', at: 'int' }),
    replay,
  )
}

/** `wanted` has a webhook, an event and the time from which it is due. */
async function insertPending(
  tx: Executor,
  wanted: RawBuilder<unknown>,
  replay: number,
): Promise<void> {
  await sql`
    insert into deliveries
      (webhook_id, event_id, replay, state, attempts, next_at, lease_until, created_at)
    select hook, event, ${replay}, 'pending', 0, at, 0, at from ${wanted} as r where true
    on conflict (webhook_id, event_id, replay) do nothing
  `.execute(tx)
}

/** A webhook that is on, and a type of its account's events that it wants. */
export interface Listener {
  webhook: number
  account: number
  type: string
}

/** Those of the accounts that the next events behind a number belong to. */
export async function selectListeners(
  tx: Executor,
  after: number,
  count: number,
): Promise<Listener[]> {
  const rows = await tx
    .selectFrom('webhooks')
    .select(['id', 'account_id', 'events'])
    .where('account_id', 'in', ({ selectFrom }) =>
      selectFrom('events')
        .select('account_id')
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(count),
    )
    .where('enabled', '=', 1)
    .execute()
  return rows.flatMap(({ id: webhook, account_id: account, events: wanted }) =>
    (JSON.parse(wanted) as string[]).map((type) => ({ webhook, account, type })),
  )
}

/** A delivery of each event in a span of numbers to each who listens. */
export async function queueFor(
  tx: Executor,
  listeners: readonly Listener[],
  { after, upTo }: { after: number; upTo: number },
): Promise<void> {
  if (listeners.length === 0) return
  const source = dialectOf(tx).records(listeners, { webhook: 'int', account: 'int', type: 'text' })
  const wanted = sql`(
    select webhook as hook, events.id as event, created_at as at
    from events join ${source} as l on account = account_id and l.type = events.type
    where seq > ${after} and seq <= ${upTo} order by seq
  )`
  await insertPending(tx, wanted, 0)
}

/** What webhooks answered to these events, attempt by attempt. */
export const selectAttempts = async (
  reader: Executor,
  eventIds: readonly number[],
  webhookId: number | undefined,
) => {
  if (eventIds.length === 0) return []
  let attempts = reader
    .selectFrom('deliveries')
    .innerJoin('delivery_attempts', 'delivery_attempts.delivery_id', 'deliveries.id')
    .select([
      'deliveries.event_id',
      'deliveries.webhook_id',
      'delivery_attempts.attempt',
      'delivery_attempts.at',
      'delivery_attempts.status',
      'delivery_attempts.error',
      'delivery_attempts.next_at',
    ])
    .where('deliveries.event_id', 'in', eventIds)
    .orderBy('delivery_attempts.at')
    .orderBy('delivery_attempts.delivery_id')
    .orderBy('delivery_attempts.attempt')
  if (webhookId !== undefined) attempts = attempts.where('deliveries.webhook_id', '=', webhookId)
  return attempts.execute()
}
