import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import { movedBy } from './campaign.ts'
import { released } from './steer.ts'

/**
 * Pauses whatever of an account is on its way or waits for its time. Automations stay as they are:
 * of an account that is not active nothing of theirs moves.
 */
export async function stopSends(tx: Executor, accountId: number, now: number): Promise<void> {
  await tx
    .updateTable('campaigns')
    .set({
      ...released,
      status: 'paused',
      reason: 'user',
      updated_at: now,
      version: sql<number>`version + 1`,
    })
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('automation_id', 'is', null)
    .where('status', 'in', movedBy('hold'))
    .execute()
}
