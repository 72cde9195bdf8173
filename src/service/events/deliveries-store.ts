import { sql } from 'kysely'
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
  const rows = deliveries.map(({ webhookId, eventId }) => ({ hook: webhookId, event: eventId }))
  const source = dialectOf(tx).records(rows, { hook: 'int', event: 'int' })
  await sql`
    insert into deliveries
      (webhook_id, event_id, replay, state, attempts, next_at, lease_until, created_at)
    select hook, event, ${replay}, 'pending', 0, ${now}, 0, ${now} from ${source} as r where true
    on conflict (webhook_id, event_id, replay) do nothing
  `.execute(tx)
}

export interface Listener {
  id: number
  accountId: number
  types: readonly string[]
}

/** The webhooks that are on, of these accounts. */
export async function selectListeners(
  tx: Executor,
  accounts: readonly number[],
): Promise<Listener[]> {
  const rows = await tx
    .selectFrom('webhooks')
    .select(['id', 'account_id', 'events'])
    .where('account_id', 'in', accounts)
    .where('enabled', '=', 1)
    .execute()
  return rows.map(({ id, account_id, events }) => ({
    id,
    accountId: account_id,
    types: JSON.parse(events),
  }))
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
