import { retentionMs } from '../database/retention-periods.ts'
import type { Service } from '../service.ts'
import { purgeDeletedAccounts } from './deleted-accounts.ts'
import { purgeDeletedAutomations } from './deleted-automations.ts'
import { purgeDeletedLists } from './deleted-lists.ts'
import { purgeExpired } from './expired.ts'
import { purgeOrphanedDeliveries } from './orphaned-deliveries.ts'
import { purgeUnconfirmed } from './unconfirmed.ts'

/**
 * Deletes expired rows, a slice at a time, and finishes deletions that a killed process had begun.
 * When `signal` aborts, the next purge does the rest.
 */
export async function purge(service: Service, signal: AbortSignal): Promise<void> {
  const { db, reader, clock } = service
  const now = clock.now()
  const context = { db, reader, signal }
  const tasks = [
    () => purgeExpired(context, now),
    () => purgeUnconfirmed(service),
    () => purgeDeletedLists(service),
    () => purgeOrphanedDeliveries(db),
    () => purgeDeletedAutomations(service),
    () => purgeDeletedAccounts(context, { before: now - retentionMs.deletedAccounts, now }),
  ]
  for (const task of tasks) if (!signal.aborted) await task()
}
