import { type SqlBool, sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import type { Limits, Share } from './quota.ts'

const usedNow = (now: number) =>
  sql<number>`case when sends_reset_at > ${now} then sends_used else 0 end`

/**
 * Takes a share out of an account's own limits; false when less than that is unused. A negative
 * share is returned to the account.
 */
export async function takeShare(
  tx: Executor,
  accountId: number,
  share: Share,
  now: number,
): Promise<boolean> {
  const { monthly_sends: sends, contacts_max: contacts, ai_generations: uses } = share
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set((row) => ({
      monthly_sends: row('monthly_sends', '-', sends),
      contacts_max: row('contacts_max', '-', contacts),
      ai_generations: row('ai_generations', '-', uses),
    }))
    .where('id', '=', accountId)
    .where((row) =>
      row.and([
        sends > 0 ? row(row('monthly_sends', '-', sends), '>=', usedNow(now)) : sql<SqlBool>`true`,
        contacts > 0
          ? row(row('contacts_max', '-', contacts), '>=', row.ref('contacts_used'))
          : sql<SqlBool>`true`,
        uses > 0 ? row('ai_generations', '>=', uses) : sql<SqlBool>`true`,
      ]),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Returns false when the account already uses more. */
export async function setLimits(
  tx: Executor,
  accountId: number,
  limits: Limits,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ ...limits, updated_at: now })
    .where('id', '=', accountId)
    .where('contacts_used', '<=', limits.contacts_max)
    .where(usedNow(now), '<=', limits.monthly_sends)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

interface Sends {
  accountId: number
  count: number
  /** The end of the account's current month, stored with the first sends of the month. */
  resetAt: number
  now: number
}

/** Counts sends of the current month. Returns false, and counts nothing, if the limit would be exceeded. */
export async function takeSends(tx: Executor, sends: Sends): Promise<boolean> {
  const { numUpdatedRows } = await countSends(tx, sends)
    .where('status', '=', 'active')
    .where((row) =>
      row(sql`${usedNow(sends.now)} + ${sends.count}`, '<=', row.ref('monthly_sends')),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Adds the sends of a deleted account to the account that receives its limits. */
export async function addSends(tx: Executor, sends: Sends): Promise<void> {
  await countSends(tx, sends).execute()
}

const countSends = (tx: Executor, { accountId, count, resetAt, now }: Sends) =>
  tx
    .updateTable('accounts')
    .set({
      sends_used: sql<number>`${usedNow(now)} + ${count}`,
      sends_reset_at: sql<number>`case when sends_reset_at > ${now} then sends_reset_at else ${resetAt} end`,
    })
    .where('id', '=', accountId)

/** Locks the account. Call it before locking messages whose sends may be returned: the account comes first. */
export async function lockSends(tx: Executor, accountId: number): Promise<void> {
  await tx
    .updateTable('accounts')
    .set((row) => ({ sends_used: row.ref('sends_used') }))
    .where('id', '=', accountId)
    .execute()
}

/** Returns sends that were counted but not made, as long as their month lasts. */
export async function returnSends(
  tx: Executor,
  { accountId, count, resetAt }: Omit<Sends, 'now'>,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      sends_used: sql<number>`case when sends_used > ${count} then sends_used - ${count} else 0 end`,
    })
    .where('id', '=', accountId)
    .where('sends_reset_at', '=', resetAt)
    .execute()
}
