import { sql } from 'kysely'
import { randomToken } from '../../core/ids.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { Busy, DueWebhook } from './lanes.ts'

/** Many times what an attempt may take. */
const leaseMs = 2 * 60_000

/** In the words of the index, which SQLite only then uses. */
const isPending = sql<boolean>`deliveries.state = 'pending'`

/** The webhooks that something is due for. */
export async function selectDueWebhooks(db: Executor, now: number): Promise<DueWebhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(({ selectFrom }) => [
      'webhooks.id',
      'webhooks.failures',
      selectFrom('deliveries')
        .select(({ fn }) => fn.min('deliveries.next_at').as('next_at'))
        .whereRef('deliveries.webhook_id', '=', 'webhooks.id')
        .where(isPending)
        .as('due_at'),
    ])
    .where('webhooks.enabled', '=', 1)
    .execute()
  return rows.flatMap(({ id, failures, due_at }) =>
    due_at !== null && due_at <= now ? [{ id, isFailing: failures > 0, dueAt: due_at }] : [],
  )
}

export interface ClaimedDelivery {
  id: number
  webhookId: number
  isFailing: boolean
  attempts: number
  claim: string
  url: string
  /** Sealed. */
  secrets: string
  accountId: number
  event: { id: number; type: string; payload: string }
}

/** Up to `room` deliveries of a webhook, those that wait longest first, for this process alone. */
export async function claimDeliveries(
  db: Executor,
  { id, isFailing, room }: { id: number; isFailing: boolean; room: number },
  now: number,
): Promise<ClaimedDelivery[]> {
  const claim = randomToken(12)
  const { skipLocked } = dialectOf(db)
  const claimed = await db
    .with(
      (cte) => cte('due').materialized(),
      (query) =>
        skipLocked(
          query
            .selectFrom('deliveries')
            .select('deliveries.id as due_id')
            .where('webhook_id', '=', id)
            .where(isPending)
            .where('next_at', '<=', now)
            .orderBy('next_at')
            .limit(room),
        ),
    )
    .updateTable('deliveries')
    .from('due')
    .set({ state: 'claimed', claim, lease_until: now + leaseMs })
    .whereRef('deliveries.id', '=', 'due.due_id')
    .where(isPending)
    .returning('deliveries.id')
    .execute()
  if (claimed.length === 0) return []
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .innerJoin('events', 'events.id', 'deliveries.event_id')
    .select([
      'deliveries.id',
      'deliveries.attempts',
      'webhooks.url',
      'webhooks.secrets',
      'webhooks.account_id',
      'events.id as event_id',
      'events.type',
      'events.payload',
    ])
    .where(
      'deliveries.id',
      'in',
      claimed.map((delivery) => delivery.id),
    )
    .execute()
  return rows.map((row) => ({
    id: row.id,
    webhookId: id,
    isFailing,
    attempts: row.attempts,
    claim,
    url: row.url,
    secrets: row.secrets,
    accountId: row.account_id,
    event: { id: row.event_id, type: row.type, payload: row.payload },
  }))
}

export interface Attempt {
  delivery: ClaimedDelivery
  at: number
  ms: number
  status: number | null
  error: string | null
  end: { state: 'delivered' | 'failed' } | { state: 'pending'; nextAt: number }
}

/** Writes what became of an attempt. False when the delivery is not this worker's any more. */
export async function settleAttempt(tx: Executor, attempt: Attempt): Promise<boolean> {
  const { delivery, at, ms, status, error, end } = attempt
  const nextAt = end.state === 'pending' ? end.nextAt : null
  const { numUpdatedRows } = await tx
    .updateTable('deliveries')
    .set({
      state: end.state,
      attempts: delivery.attempts + 1,
      claim: null,
      lease_until: 0,
      ...(nextAt !== null && { next_at: nextAt }),
    })
    .where('id', '=', delivery.id)
    .where('claim', '=', delivery.claim)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await tx
    .insertInto('delivery_attempts')
    .values({
      delivery_id: delivery.id,
      attempt: delivery.attempts + 1,
      at,
      ms,
      status,
      error,
      next_at: nextAt,
    })
    .execute()
  return true
}

/** Back to those that wait, as if it had not been claimed. */
export const releaseDelivery = (tx: Executor, { id, claim }: ClaimedDelivery) =>
  tx
    .updateTable('deliveries')
    .set({ state: 'pending', claim: null, lease_until: 0 })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()

export const noteSuccess = (tx: Executor, webhookId: number) =>
  tx
    .updateTable('webhooks')
    .set({ failures: 0, failing_since: null })
    .where('id', '=', webhookId)
    .where('failures', '>', 0)
    .execute()

export const noteFailure = (tx: Executor, webhookId: number, at: number) =>
  tx
    .updateTable('webhooks')
    .set((row) => ({
      failures: row('failures', '+', 1),
      failing_since: sql`coalesce(failing_since, ${at})`,
    }))
    .where('id', '=', webhookId)
    .execute()

/**
 * Switches a webhook off that has failed since `since` or before; what waits for it goes on waiting.
 * Who owns it is returned, once.
 */
export async function disableWebhook(
  tx: Executor,
  { webhookId, since, now }: { webhookId: number; since: number; now: number },
) {
  const { numUpdatedRows } = await tx
    .updateTable('webhooks')
    .set({ enabled: 0, updated_at: now })
    .where('id', '=', webhookId)
    .where('enabled', '=', 1)
    .where('failing_since', '<=', since)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return undefined
  return tx
    .selectFrom('webhooks')
    .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
    .select(['accounts.id', 'accounts.email', 'accounts.language', 'webhooks.url'])
    .where('webhooks.id', '=', webhookId)
    .executeTakeFirst()
}

/** How much is under way to each webhook, of this process. */
export function busyOf(underWay: Iterable<ClaimedDelivery>): Map<number, Busy> {
  const busy = new Map<number, Busy>()
  for (const { webhookId, isFailing } of underWay) {
    const known = busy.get(webhookId) ?? { count: 0, isFailing }
    busy.set(webhookId, { count: known.count + 1, isFailing: known.isFailing || isFailing })
  }
  return busy
}
