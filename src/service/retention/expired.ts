import { yieldToEventLoop } from '../../core/clock.ts'
import type { RetentionPeriods } from '../../core/retention/retention-periods.ts'
import { dialectOf } from '../database/dialect.ts'
import { type ExpiringTable, expiringTables } from '../database/expiring-tables.ts'
import { automationRuns } from '../database/owned/automation-tables.ts'
import type { OwnedRows } from '../database/owned-tables.ts'
import { partitionedTables } from '../database/partitions/partitioned-tables.ts'
import { deleteMatching, deleteParts, deleteWithParts, type PurgeContext } from './delete-slices.ts'
import { dropExpired } from './expired-partitions.ts'
import { clearRuns, isExpired, selectEndedRuns, selectOldest } from './expired-store.ts'
import { addTotalsOfRows } from './link-totals-store.ts'
import { deleteRows, type RowKey } from './rows-store.ts'

type Table = OwnedRows['table']

/** Deletes rows that are past their retention period: a partition or a slice at a time. */
export async function purgeExpired(
  context: PurgeContext,
  kept: RetentionPeriods,
  now: number,
): Promise<void> {
  for (const table of expiringTables(kept)) {
    const before = now - table.keptMs
    for (const name of await tablesWithRows(context, table, before)) {
      await purgeRows(context, table, { name, before })
    }
  }
  await purgeAutomationRuns(context, now - kept.automationRuns)
}

/** Drops expired partitions. Returns the table, or the partitions in which rows are deleted one by one. */
async function tablesWithRows(context: PurgeContext, table: ExpiringTable, before: number) {
  const { table: name } = table.rows
  const isPartitioned = partitionedTables.some((each) => each.table === name)
  if (dialectOf(context.db).name === 'sqlite' || !isPartitioned) return [name]
  const mixed = await dropExpired(context, table, before)
  return mixed.map((partition) => partition.name)
}

interface RowsBefore {
  /** The table, or one of its partitions. */
  name: string
  before: number
}

async function purgeRows(
  context: PurgeContext,
  table: ExpiringTable,
  { name, before }: RowsBefore,
): Promise<void> {
  const rows = { ...table.rows, table: name as Table }
  const remove = (keys: readonly RowKey[]) =>
    table.keepsTotals
      ? deleteWithTotals(context, table, { name, keys })
      : deleteWithParts(context, rows, keys)
  if (table.isInOrder) await deleteOldest(context, { ...table, rows }, { before, remove })
  else await deleteMatching(context, rows, isExpired(table, before), remove)
}

const deleteWithTotals = (
  { db }: PurgeContext,
  table: ExpiringTable,
  { name, keys }: { name: string; keys: readonly RowKey[] },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await addTotalsOfRows(tx, table, { name, keys })
    await deleteRows(tx, { ...table.rows, table: name as Table }, keys)
  })

/** Walks the table by id until the first row that is not old. */
async function deleteOldest(
  context: PurgeContext,
  table: ExpiringTable,
  { before, remove }: { before: number; remove: (keys: readonly RowKey[]) => Promise<void> },
): Promise<void> {
  let after = 0
  for (;;) {
    const rows = await selectOldest(context.reader, table, { before, after })
    if (context.signal.aborted) return
    const expired = rows.filter(({ isOld, isDeletable }) => isOld && isDeletable)
    if (expired.length > 0) await remove(expired.map(({ id }) => ({ id })))
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
