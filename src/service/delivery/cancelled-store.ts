import { sql } from 'kysely'
import { giveBack, settleSends, type Unsent } from '../campaigns/reserve-store.ts'
import { stateCounts } from '../campaigns/stats-store.ts'
import type { Executor } from '../database/dialect.ts'
import { sliceSize, whileMore } from '../database/slices.ts'
import type { Service } from '../service.ts'
import { lockSends } from '../users/quota-store.ts'

/**
 * Gives everybody a final state whom a cancelled campaign did not reach. What is with the relay just
 * now is left to its worker, and the campaign is looked at again. Returns whether one has ended.
 */
export async function sweepCancelled({
  db,
  reader,
  clock,
}: Pick<Service, 'db' | 'reader' | 'clock'>): Promise<boolean> {
  const cancelled = await db
    .selectFrom('campaigns')
    .select(['id', 'account_id'])
    .where('status', '=', 'cancelled')
    .where('ended_at', 'is', null)
    .execute()
  let hasEnded = false
  for (const { id, account_id: account } of cancelled) {
    await whileMore(() => cancelSlice(db, id, account))
    const counts = (await stateCounts(reader, [id])).get(id)
    if ((counts?.pending ?? 0) + (counts?.deferred ?? 0) > 0) continue
    const { sent = 0, failed = 0, cancelled: unsent = 0, uncertain = 0 } = counts ?? {}
    await db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('campaigns')
        .set({
          ended_at: clock.now(),
          recipients: sent + failed + unsent + uncertain,
          sent,
          failed,
        })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return
      await settleSends(tx, { campaign: id, account, sent: sent + uncertain })
    })
    hasEnded = true
  }
  return hasEnded
}

const cancelSlice = (db: Executor, campaign: number, account: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await lockSends(tx, account)
    const { rows } = await sql<Unsent>`
      update recipients set state = 'cancelled', claim = null
      where state in ('pending', 'deferred', 'claimed') and id in (
        select id from recipients
        where campaign_id = ${campaign} and state in ('pending', 'deferred', 'claimed')
        limit ${sql.lit(sliceSize)}
      ) returning account_id, taken_until
    `.execute(tx)
    await giveBack(tx, rows)
    return rows.length > 0
  })
