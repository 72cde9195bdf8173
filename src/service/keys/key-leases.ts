import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { dialectOf, type Executor, isStatementTimeout } from '../database/dialect.ts'
import {
  deleteExpiredLeases,
  deleteLease,
  extendLease,
  hasLivingLease,
  isUsedByFormerVersion,
  lockLeases,
  takeLease,
} from './key-leases-store.ts'

/** How often a service shows that it uses the keys. */
const renewMs = 10_000
/** A database that restarts is back within seconds. */
const retryMs = 1000
/** For so long a service that was killed prevents a change of the keys. */
const leaseMs = 45_000

interface KeyUser {
  db: Executor
  clock: Clock
  processId: string
}

/**
 * Marks the keys of a database with several processes as in use. Waits while they are being changed. If
 * the lease expires, because the database was away or the process stood still, `onRegained` is called:
 * the keys may have changed in between. Returns a function that ends the use.
 */
export async function shareKeys(
  { db, clock, processId }: KeyUser,
  onRegained: () => Promise<void>,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const { signal } = stopping
  await take()
  await deleteExpiredLeases(db)
  const renewing = renew()
  return async () => {
    stopping.abort()
    await renewing
    await deleteLease(db, processId)
  }

  /** Waits for a change of the keys, which may take longer than a statement. */
  async function take(): Promise<void> {
    for (;;) {
      try {
        return await takeLease(db, processId, leaseMs)
      } catch (error) {
        if (!isStatementTimeout(error)) throw error
      }
    }
  }

  async function renew(): Promise<void> {
    let pauseMs = renewMs
    let mustCheck = false
    for (;;) {
      await clock.sleep(pauseMs, signal)
      if (signal.aborted) return
      try {
        if (!(await extendLease(db, processId, leaseMs))) {
          mustCheck = true
          await takeLease(db, processId, leaseMs)
        }
        if (mustCheck) await onRegained()
        mustCheck = false
        pauseMs = renewMs
      } catch {
        // The workers have the same problem and report it.
        pauseMs = retryMs
      }
    }
  }
}

/**
 * Keeps services from using the keys until the transaction ends: one that starts waits. Throws
 * keys_in_use while a service uses them or another transaction changes them. It is a lock of the
 * transaction, so it ends with a command that is killed, and it works behind a connection pooler.
 */
export async function lockKeys(tx: Executor): Promise<void> {
  // The lock of the file keeps services away.
  if (dialectOf(tx).isOneProcess) return
  const isLocked = await lockLeases(tx)
  if (!isLocked || (await hasLivingLease(tx)) || (await isUsedByFormerVersion(tx))) {
    throw new Failure('keys_in_use')
  }
}
