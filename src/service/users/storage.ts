import { mebibyte } from '../../core/bytes.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { refuseLowDatabaseDisk } from '../database/free-disk.ts'
import { type PlanLimits, planLimits } from './plan-limits.ts'
import { lockSends } from './quota-store.ts'
import { selectStoredBytes } from './storage-store.ts'

/**
 * Throws storage_exceeded if an account stores more than its plan allows, and disk_full if the disk has
 * little space left. Called in the transaction that stores something, after it is written. The account's
 * row is locked, so that two requests cannot both take the last bytes. Returns the limits of the plan.
 */
export async function refuseBeyondStorage(tx: Executor, accountId: number): Promise<PlanLimits> {
  await refuseLowDatabaseDisk(tx)
  await lockSends(tx, accountId)
  const { plan, bytes } = await selectStoredBytes(tx, accountId)
  const limits = planLimits(plan)
  if (bytes > limits.keptBytes) {
    const limit = `${limits.keptBytes / mebibyte} MB`
    throw new Failure('storage_exceeded', { values: { limit } })
  }
  return limits
}
