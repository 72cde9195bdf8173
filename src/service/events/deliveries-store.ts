import { type Expression, type RawBuilder, sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'

interface NewDelivery {
  accountId: number
  webhookId: number
  eventId: number
}

/**
 * Inserts pending deliveries. A replay that was already requested at the same time is not inserted
 * twice.
 */
export async function insertDeliveries(
  tx: Executor,
  deliveries: readonly NewDelivery[],
  { replay, now }: { replay: number; now: number },
): Promise<void> {
  if (deliveries.length === 0) return
  const rows = deliveries.map(({ accountId, webhookId, eventId }) => ({
    account: accountId,
    hook: webhookId,
    event: eventId,
    at: now,
  }))
  const columns = { account: 'int', hook: 'int', event: 'int', at: 'int' } as const
  const source = dialectOf(tx).records(rows, columns)
  await insertingPending(source, replay).execute(tx)
}

/** `source` provides an account, a webhook, an event and the due time in each row. */
export const insertingPending = (source: RawBuilder<unknown>, replay: number) => sql`
  insert into deliveries
    (account_id, webhook_id, event_id, replay, state, attempts, next_at, lease_until, created_at)
  select account, hook, event, ${replay}, 'pending', 0, at, 0, at from ${source} as r where true
  on conflict (webhook_id, event_id, replay) do nothing
`

/** An enabled webhook, and one event type of its account that it subscribes to. */
export interface Subscription {
  webhook: number
  account: number
  type: string
}

type AccountIds = readonly number[] | Expression<number>

/** The accounts of the next events after a `seq`. */
export const nextAccounts = (tx: Executor, after: number, count: number): Expression<number> =>
  tx
    .selectFrom('events')
    .select('account_id')
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(count)
    .$castTo<number>()

export async function selectSubscriptions(
  tx: Executor,
  accounts: AccountIds,
): Promise<Subscription[]> {
  const rows = await tx
    .selectFrom('webhooks')
    .select(['id', 'account_id', 'events'])
    .where('account_id', 'in', accounts)
    .where('enabled', '=', 1)
    .execute()
  return rows.flatMap(({ id: webhook, account_id: account, events }) =>
    (JSON.parse(events) as string[]).map((type) => ({ webhook, account, type })),
  )
}

/** Inserts a delivery for each subscription and each event in a range of `seq`. */
export async function insertDeliveriesFor(
  tx: Executor,
  listeners: readonly Subscription[],
  { after, upTo }: { after: number; upTo: number },
): Promise<void> {
  if (listeners.length === 0) return
  const source = dialectOf(tx).records(listeners, { webhook: 'int', account: 'int', type: 'text' })
  const pending = sql`(
    select account, webhook as hook, events.id as event, created_at as at
    from events join ${source} as l on account = account_id and l.type = events.type
    where seq > ${after} and seq <= ${upTo} order by seq
  )`
  await insertingPending(pending, 0).execute(tx)
}

/** Returns the attempts to deliver these events, with the responses. */
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
