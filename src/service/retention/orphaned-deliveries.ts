import type { Executor } from '../database/dialect.ts'
import { sliceSize, whileMore } from '../database/slices.ts'
import { deleteDeliveries, selectDeliverySlice } from './orphans-store.ts'

/** Deletes the deliveries and attempts of deleted webhooks, each slice in its own transaction. */
export const purgeOrphanedDeliveries = (db: Executor): Promise<void> =>
  whileMore(() =>
    db.transaction().execute(async (tx) => {
      const ids = await selectDeliverySlice(tx)
      if (ids.length === 0) return false
      await deleteDeliveries(tx, ids)
      return ids.length === sliceSize
    }),
  )
