import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { ClaimedDelivery } from './queue-store.ts'

export interface Attempt {
  delivery: ClaimedDelivery
  at: number
  ms: number
  status: number | null
  error: string | null
  outcome: { state: 'delivered' | 'failed' } | { state: 'pending'; nextAt: number }
}

/**
 * Writes the results of attempts. Returns those whose delivery was still claimed by this worker.
 */
export async function recordAttempts(
  tx: Executor,
  attempts: readonly Attempt[],
): Promise<readonly Attempt[]> {
  if (attempts.length === 0) return []
  const rows = attempts.map(({ delivery, at, ms, status, error, outcome }) => ({
    account_id: delivery.accountId,
    delivery_id: delivery.id,
    claim: delivery.claim,
    state: outcome.state,
    attempt: delivery.attempts + 1,
    ...{ at, ms, status, error },
    next_at: outcome.state === 'pending' ? outcome.nextAt : null,
  }))
  const ended = dialectOf(tx).records(rows, {
    ...{ delivery_id: 'int', claim: 'text', state: 'text', attempt: 'int', next_at: 'int' },
  })
  const { rows: written } = await sql<{ id: number }>`
    update deliveries set state = r.state, attempts = r.attempt, claim = null, lease_until = 0,
      next_at = coalesce(r.next_at, deliveries.next_at)
    from ${ended} as r where deliveries.id = r.delivery_id and deliveries.claim = r.claim
    returning deliveries.id
  `.execute(tx)
  const writtenIds = new Set(written.map(({ id }) => id))
  await insertAttempts(
    tx,
    rows.filter(({ delivery_id }) => writtenIds.has(delivery_id)),
  )
  return attempts.filter(({ delivery }) => writtenIds.has(delivery.id))
}

async function insertAttempts(tx: Executor, rows: readonly object[]): Promise<void> {
  const source = dialectOf(tx).records(rows, {
    ...{ account_id: 'int', delivery_id: 'int', attempt: 'int', at: 'int', ms: 'int' },
    ...{ status: 'int', error: 'text', next_at: 'int' },
  })
  await sql`
    insert into delivery_attempts
      (account_id, delivery_id, attempt, at, ms, status, error, next_at)
    select account_id, delivery_id, attempt, at, ms, status, error, next_at from ${source} as r
  `.execute(tx)
}

/** Returns a delivery to the queue as if it had not been claimed. */
export const releaseDelivery = (tx: Executor, { id, claim }: ClaimedDelivery) =>
  tx
    .updateTable('deliveries')
    .set({ state: 'pending', claim: null, lease_until: 0 })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute()

export async function resetFailures(tx: Executor, webhookIds: readonly number[]): Promise<void> {
  if (webhookIds.length === 0) return
  await tx
    .updateTable('webhooks')
    .set({ failures: 0, failing_since: null })
    .where('id', 'in', webhookIds)
    .where('failures', '>', 0)
    .execute()
}

export const countFailure = (tx: Executor, webhookId: number, at: number) =>
  tx
    .updateTable('webhooks')
    .set((row) => ({
      failures: row('failures', '+', 1),
      failing_since: sql`coalesce(failing_since, ${at})`,
    }))
    .where('id', '=', webhookId)
    .execute()

/**
 * Disables a webhook that has failed since `since` or earlier; its queued deliveries stay. Returns
 * its owner, or undefined when nothing changed.
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
