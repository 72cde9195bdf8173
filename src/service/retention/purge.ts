import { dialectOf, type Executor } from '../database/dialect.ts'
import { createPartitions } from '../database/partitions/partitions.ts'
import { retentionMs } from '../database/retention-periods.ts'
import type { Service } from '../service.ts'
import { purgeDeletedAccounts } from './deleted-accounts.ts'
import { purgeDeletedAutomations } from './deleted-automations.ts'
import { purgeDeletedLists } from './deleted-lists.ts'
import { purgeExpired } from './expired.ts'
import { fillFigureAccounts } from './figure-accounts.ts'
import { purgeOrphanedDeliveries } from './orphaned-deliveries.ts'
import { purgePeople } from './people.ts'
import { purgeUnconfirmed } from './unconfirmed.ts'

/** Creates the partitions of the next months. If a table is in use for too long, the next purge does. */
async function createMonths(db: Executor, now: number): Promise<void> {
  if (dialectOf(db).name === 'postgres') await createPartitions(db, now)
}

/**
 * Deletes expired rows, a slice at a time, and finishes deletions that a killed process had begun.
 * When `signal` aborts, the next purge does the rest.
 */
export async function purge(service: Service, signal: AbortSignal): Promise<void> {
  const { db, reader, clock, settings } = service
  const now = clock.now()
  const context = { db, reader, signal }
  const tasks = [
    () => createMonths(db, now),
    () => purgeExpired(context, settings.retention, now),
    () => purgeUnconfirmed(service),
    () => purgeDeletedLists(service),
    () => purgePeople(context),
    () => purgeOrphanedDeliveries(db),
    () => purgeDeletedAutomations(service),
    () => fillFigureAccounts(context),
    () => purgeDeletedAccounts(context, { before: now - retentionMs.deletedAccounts, now }),
  ]
  for (const task of tasks) if (!signal.aborted) await task()
}
