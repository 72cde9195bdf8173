import { sql } from 'kysely'
import { minuteMs } from '../../core/time.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'

/** Many times the maximum duration of an attempt. */
const leaseMs = 2 * minuteMs

/** Worded like the partial index: SQLite uses the index only then. */
const isPending = sql<boolean>`deliveries.state = 'pending'`

export interface DueWebhook {
  id: number
  /** The last attempt failed. */
  isFailing: boolean
  /** When the oldest delivery became due. */
  dueAt: number
}

/** Returns the webhooks that have deliveries due. */
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
  attempts: number
  claim: string
  url: string
  /** Encrypted. */
  secrets: string
  accountId: number
  event: { id: number; type: string; payload: string }
}

/** Claims up to `room` deliveries of each webhook for this process, oldest first. */
export async function claimDeliveries(
  db: Executor,
  slots: readonly { id: number; room: number }[],
  { claim, now }: { claim: string; now: number },
): Promise<ClaimedDelivery[]> {
  const claimed: number[] = []
  for (const slot of slots) claimed.push(...(await claimFor(db, slot, { claim, now })))
  return claimed.length === 0 ? [] : selectClaimed(db, claimed, claim)
}

async function claimFor(
  db: Executor,
  { id, room }: { id: number; room: number },
  { claim, now }: { claim: string; now: number },
): Promise<number[]> {
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
  return claimed.map((delivery) => delivery.id)
}

async function selectClaimed(
  db: Executor,
  claimed: readonly number[],
  claim: string,
): Promise<ClaimedDelivery[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'deliveries.webhook_id')
    .innerJoin('events', (join) =>
      join
        .onRef('events.account_id', '=', 'webhooks.account_id')
        .onRef('events.id', '=', 'deliveries.event_id'),
    )
    .select([
      'deliveries.id',
      'deliveries.webhook_id',
      'deliveries.attempts',
      'webhooks.url',
      'webhooks.secrets',
      'webhooks.account_id',
      'events.id as event_id',
      'events.type',
      'events.payload',
    ])
    .where('deliveries.id', 'in', claimed)
    .orderBy('deliveries.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    webhookId: row.webhook_id,
    attempts: row.attempts,
    claim,
    url: row.url,
    secrets: row.secrets,
    accountId: row.account_id,
    event: { id: row.event_id, type: row.type, payload: row.payload },
  }))
}
