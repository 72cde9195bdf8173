import { sweepGoneAutomations } from '../automations/sweep-store.ts'
import { sweepOrphans } from '../contacts/sweep-store.ts'
import { purgeUnconfirmed } from '../contacts/unconfirmed-store.ts'
import { retentionMs } from '../retention.ts'
import type { Service } from '../service.ts'
import { sweepDeliveries } from '../webhooks/sweep-store.ts'
import { purgeAged } from './aged-store.ts'
import { purgeGoneAccounts } from './gone-store.ts'

/**
 * Deletes what nobody may need any more, a slice at a time, and finishes what a process that died
 * had begun to delete. Told to stop it leaves the rest to the next purge.
 */
export async function purge(service: Service, signal: AbortSignal): Promise<void> {
  const { db, reader, clock } = service
  const now = clock.now()
  const purging = { db, reader, signal }
  const works = [
    () => purgeAged(purging, now),
    () => purgeUnconfirmed(service),
    () => sweepOrphans(service),
    () => sweepDeliveries(db),
    () => sweepGoneAutomations(service),
    () => purgeGoneAccounts(purging, { before: now - retentionMs.goneAccounts, now }),
  ]
  for (const work of works) if (!signal.aborted) await work()
}
