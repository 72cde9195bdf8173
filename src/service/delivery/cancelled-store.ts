import { giveBack, settleSends } from '../campaigns/reserve-store.ts'
import { stateCounts } from '../campaigns/stats-store.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
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

/** The states in which nobody has given a message to the relay. */
const unsent = ['pending', 'deferred', 'claimed'] as const

/** What a worker is just giving back is left to the next look: the two would wait for each other. */
const cancelSlice = (db: Executor, campaign: number, account: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await lockSends(tx, account)
    const rows = await tx
      .with(
        (cte) => cte('unsent').materialized(),
        (query) =>
          dialectOf(tx).skipLocked(
            query
              .selectFrom('recipients')
              .select('recipients.id as unsent_id')
              .where('campaign_id', '=', campaign)
              .where('state', 'in', unsent)
              .limit(sliceSize),
          ),
      )
      .updateTable('recipients')
      .from('unsent')
      .set({ state: 'cancelled', claim: null })
      .whereRef('recipients.id', '=', 'unsent.unsent_id')
      .where('state', 'in', unsent)
      .returning(['account_id', 'taken_until'])
      .execute()
    await giveBack(tx, rows)
    return rows.length > 0
  })
