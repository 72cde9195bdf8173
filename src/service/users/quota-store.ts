import { type SqlBool, sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import { differenceOf, type Limits, noShare, type Share } from './quota.ts'

const usedNow = (now: number) =>
  sql<number>`case when sends_reset_at > ${now} then sends_used else 0 end`

/**
 * Takes a share out of an account's own limits; false when it has not so much left that is unused.
 * What is less than nothing is given back.
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

export const giveShare = (tx: Executor, accountId: number, share: Share, now: number) =>
  takeShare(tx, accountId, differenceOf(noShare, share), now)

/** False when more is in use already. */
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

export interface Sends {
  accountId: number
  count: number
  /** When the running month of the account ends, for the first sends of it. */
  resetAt: number
  now: number
}

/** Counts sends of the running month; false where that would pass the limit, and nothing is counted. */
export async function takeSends(tx: Executor, sends: Sends): Promise<boolean> {
  const { numUpdatedRows } = await countSends(tx, sends)
    .where('status', '=', 'active')
    .where((row) =>
      row(sql`${usedNow(sends.now)} + ${sends.count}`, '<=', row.ref('monthly_sends')),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** What an account has sent that is no more counts for the one that gets its limits back. */
export async function inheritSends(tx: Executor, sends: Sends): Promise<void> {
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

/** Before messages whose sends may be given back: who has both takes the account first. */
export async function lockSends(tx: Executor, accountId: number): Promise<void> {
  await tx
    .updateTable('accounts')
    .set((row) => ({ sends_used: row.ref('sends_used') }))
    .where('id', '=', accountId)
    .execute()
}

/** Gives sends back that were taken and not made, while the month runs that they were taken in. */
export async function giveSends(
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
