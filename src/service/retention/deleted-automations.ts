import type { Executor } from '../database/dialect.ts'
import { sliceSize, whileMore } from '../database/slices.ts'
import { deleteRuns, selectOrphanedAutomations, selectRunSlice } from './orphans-store.ts'

/** Deletes the runs and steps of a deleted automation, each slice in its own transaction. */
export const purgeRuns = (db: Executor, automationId: number): Promise<void> =>
  whileMore(() =>
    db.transaction().execute(async (tx) => {
      const ids = await selectRunSlice(tx, automationId)
      if (ids.length === 0) return false
      await deleteRuns(tx, ids)
      return ids.length === sliceSize
    }),
  )

/** Finishes the deletion of automations that a killed process had begun. */
export async function purgeDeletedAutomations({ db, reader }: { db: Executor; reader: Executor }) {
  for (const id of await selectOrphanedAutomations(reader)) await purgeRuns(db, id)
}
