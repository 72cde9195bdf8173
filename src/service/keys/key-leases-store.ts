import { sql } from 'kysely'
import { dialectOf, type Executor, isLockTimeout } from '../database/dialect.ts'

/** Longer than a service takes to renew its lease, which needs the table too. */
const maxLockMs = 2000

/** Services of earlier versions hold this advisory lock while they use the keys: “remi” in ASCII. */
const formerLock = 0x72656d69

export async function takeLease(db: Executor, id: string, leaseMs: number): Promise<void> {
  const alive_until = expiry(db, leaseMs)
  await db
    .insertInto('key_leases')
    .values({ id, alive_until })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ alive_until }))
    .execute()
}

/** Extends a lease. Returns false if it has expired, so that the keys may have changed since. */
export async function extendLease(db: Executor, id: string, leaseMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('key_leases')
    .set({ alive_until: expiry(db, leaseMs) })
    .where('id', '=', id)
    .where(isAlive(db))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export const deleteLease = (db: Executor, id: string) =>
  db.deleteFrom('key_leases').where('id', '=', id).execute()

/** Deletes what killed services have left. */
export const deleteExpiredLeases = (db: Executor) =>
  db
    .deleteFrom('key_leases')
    .where(sql<boolean>`not ${isAlive(db)}`)
    .execute()

/**
 * Prevents leases from being taken and extended until the transaction ends. Returns false if another
 * transaction does so already.
 */
export async function lockLeases(tx: Executor): Promise<boolean> {
  await sql`set local lock_timeout = ${sql.lit(maxLockMs)}`.execute(tx)
  try {
    await sql`lock table key_leases in share row exclusive mode`.execute(tx)
    return true
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  }
}

export async function hasLivingLease(tx: Executor): Promise<boolean> {
  const lease = await tx
    .selectFrom('key_leases')
    .select('id')
    .where(isAlive(tx))
    .limit(1)
    .executeTakeFirst()
  return lease !== undefined
}

export async function isUsedByFormerVersion(tx: Executor): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(formerLock)}) as "isFree"
  `.execute(tx)
  return rows[0]?.isFree === false
}

const expiry = (db: Executor, leaseMs: number) =>
  sql<number>`${dialectOf(db).now} + ${sql.lit(leaseMs)}`

const isAlive = (db: Executor) => sql<boolean>`(alive_until > ${dialectOf(db).now})`
