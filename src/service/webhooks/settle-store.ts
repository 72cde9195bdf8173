import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { ClaimedDelivery } from './queue-store.ts'

export interface Attempt {
  delivery: ClaimedDelivery
  at: number
  ms: number
  status: number | null
  error: string | null
  end: { state: 'delivered' | 'failed' } | { state: 'pending'; nextAt: number }
}

/** Writes what became of attempts; answers those whose delivery was still this worker's. */
export async function settleAttempts(
  tx: Executor,
  attempts: readonly Attempt[],
): Promise<readonly Attempt[]> {
  if (attempts.length === 0) return []
  const rows = attempts.map(({ delivery, at, ms, status, error, end }) => ({
    delivery_id: delivery.id,
    claim: delivery.claim,
    state: end.state,
    attempt: delivery.attempts + 1,
    ...{ at, ms, status, error },
    next_at: end.state === 'pending' ? end.nextAt : null,
  }))
  const ended = dialectOf(tx).records(rows, {
    ...{ delivery_id: 'int', claim: 'text', state: 'text', attempt: 'int', next_at: 'int' },
  })
  const { rows: settled } = await sql<{ id: number }>`
    update deliveries set state = r.state, attempts = r.attempt, claim = null, lease_until = 0,
      next_at = coalesce(r.next_at, deliveries.next_at)
    from ${ended} as r where deliveries.id = r.delivery_id and deliveries.claim = r.claim
    returning deliveries.id
  `.execute(tx)
  const ours = new Set(settled.map(({ id }) => id))
  await insertAttempts(
    tx,
    rows.filter(({ delivery_id }) => ours.has(delivery_id)),
  )
  return attempts.filter(({ delivery }) => ours.has(delivery.id))
}

async function insertAttempts(tx: Executor, rows: readonly object[]): Promise<void> {
  const source = dialectOf(tx).records(rows, {
    ...{ delivery_id: 'int', attempt: 'int', at: 'int', ms: 'int' },
    ...{ status: 'int', error: 'text', next_at: 'int' },
  })
  await sql`
    insert into delivery_attempts (delivery_id, attempt, at, ms, status, error, next_at)
    select delivery_id, attempt, at, ms, status, error, next_at from ${source} as r
  `.execute(tx)
}

/** Back to those that wait, as if it had not been claimed. */
export const releaseDelivery = (tx: Executor, { id, claim }: ClaimedDelivery) =>
  tx
    .updateTable('deliveries')
    .set({ state: 'pending', claim: null, lease_until: 0 })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()

export async function noteSuccesses(tx: Executor, webhookIds: readonly number[]): Promise<void> {
  if (webhookIds.length === 0) return
  await tx
    .updateTable('webhooks')
    .set({ failures: 0, failing_since: null })
    .where('id', 'in', webhookIds)
    .where('failures', '>', 0)
    .execute()
}

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
