import { sweepOrphans } from './lists/sweep.ts'
import type { Service } from './service.ts'

const dayMs = 86_400_000

/** As long as an `Idempotency-Key` is promised to be kept. */
const idempotencyMs = dayMs

/** A message of the service that was sent or given up; its body is gone already. */
const messagesMs = 30 * dayMs

/** Takes away what nobody may need any more, and finishes deletions that a kill cut short. */
export async function purge(service: Pick<Service, 'db' | 'reader' | 'clock'>): Promise<void> {
  const { db, clock } = service
  const now = clock.now()
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
    .where('state', 'in', ['sent', 'failed', 'uncertain', 'cancelled'])
    .execute()
  await sweepOrphans(service)
}
