import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import { sliceSize, whileMore } from '../database/slices.ts'

/** What was on its way to webhooks that are deleted, and what they had answered, in slices. */
export const sweepDeliveries = (db: Executor): Promise<void> =>
  whileMore(() =>
    db.transaction().execute(async (tx) => {
      const orphans = await tx
        .selectFrom('deliveries')
        .select('id')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('webhooks')
                .select('webhooks.id')
                .whereRef('webhooks.id', '=', 'deliveries.webhook_id'),
            ),
          ),
        )
        .limit(sliceSize)
        .execute()
      if (orphans.length === 0) return false
      const ids = orphans.map(({ id }) => id)
      await tx.deleteFrom('delivery_attempts').where('delivery_id', 'in', ids).execute()
      await tx.deleteFrom('deliveries').where('id', 'in', ids).execute()
      return orphans.length === sliceSize
    }),
  )

/** Gives back what a worker that died had claimed: it may be sent twice, and its id tells. */
export const recoverDeliveries = (db: Executor, deadline: number) =>
  db
    .updateTable('deliveries')
    .set({ state: 'pending', claim: null, lease_until: 0 })
    .where(sql<boolean>`state = 'claimed'`)
    .where('lease_until', '<', deadline)
    .execute()
