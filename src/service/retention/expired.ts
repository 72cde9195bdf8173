import { yieldToEventLoop } from '../../core/clock.ts'
import { type ExpiringTable, expiringTables } from '../database/expiring-tables.ts'
import { automationRuns } from '../database/owned-tables.ts'
import { retentionMs } from '../database/retention-periods.ts'
import { deleteMatching, deleteParts, deleteWithParts, type PurgeContext } from './delete-slices.ts'
import { clearRuns, isExpired, selectEndedRuns, selectOldest } from './expired-store.ts'
import { deleteRows } from './rows-store.ts'

/** Deletes rows that are past their retention period, a slice at a time. */
export async function purgeExpired(context: PurgeContext, now: number): Promise<void> {
  for (const table of expiringTables) {
    const before = now - table.keptMs
    if (table.isInOrder) await deleteOldest(context, table, before)
    else await deleteMatching(context, table.rows, isExpired(table, before))
  }
  await purgeAutomationRuns(context, now - retentionMs.automationRuns)
}

/** Walks the table by id until the first row that is not old. */
async function deleteOldest(
  context: PurgeContext,
  table: ExpiringTable,
  before: number,
): Promise<void> {
  let after = 0
  for (;;) {
    const rows = await selectOldest(context.reader, table, { before, after })
    if (context.signal.aborted) return
    const expired = rows.filter(({ isOld, isDeletable }) => isOld && isDeletable)
    if (expired.length > 0) {
      await deleteWithParts(
        context,
        table.rows,
        expired.map(({ id }) => ({ id })),
      )
    }
    const last = rows.at(-1)
    if (!last?.isOld) return
    after = last.id
    await yieldToEventLoop()
  }
}

/**
 * Deletes runs that ended long ago, with their steps. A run that prevents its contact from entering
 * again stays, without its steps and properties.
 */
async function purgeAutomationRuns(context: PurgeContext, before: number): Promise<void> {
  const { db, reader, signal } = context
  for (;;) {
    const runs = await selectEndedRuns(reader, before)
    if (runs.length === 0 || signal.aborted) return
    await deleteParts(
      context,
      automationRuns,
      runs.map(({ id }) => id),
    )
    if (signal.aborted) return
    const blocking = runs.filter(({ blocksReentry }) => blocksReentry)
    await clearRuns(
      db,
      blocking.map(({ id }) => id),
    )
    const others = runs.filter(({ blocksReentry }) => !blocksReentry).map(({ id }) => ({ id }))
    if (others.length > 0) await deleteRows(db, automationRuns, others)
    await yieldToEventLoop()
  }
}
