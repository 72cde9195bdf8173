import type { Executor } from './database/dialect.ts'

const dayMs = 86_400_000

/** As long as an `Idempotency-Key` is promised to be kept. */
const idempotencyMs = dayMs

/** A message of the service that was sent or given up; its body is gone already. */
const messagesMs = 30 * dayMs

const ended = ['sent', 'failed', 'uncertain', 'cancelled']

/** Deletes what nobody may need any more. */
export async function deleteExpired(db: Executor, now: number): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('created_at', '<', now - idempotencyMs)
    .execute()
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('counters')
    .where('window_start', '<', now - dayMs)
    .execute()
  await db
    .deleteFrom('messages')
    .where('created_at', '<', now - messagesMs)
    .where('state', 'in', ended)
    .execute()
}
