import type { ExpiringTable } from '../database/expiring-tables.ts'
import { deliveries } from '../database/owned-tables.ts'
import { dropPartition, listPartitions, type Partition } from '../database/partitions/partitions.ts'
import { deleteMatching, type PurgeContext } from './delete-slices.ts'
import { addTotalsOfPartition } from './link-totals-store.ts'
import { deliveriesOf, hasNeededRows } from './partitions-store.ts'

/**
 * Drops the partitions whose rows are all older than a time, the oldest first. Returns those that remain
 * and may hold older rows beside newer ones, because they do not hold a single month.
 */
export async function dropExpired(
  context: PurgeContext,
  table: ExpiringTable,
  before: number,
): Promise<Partition[]> {
  const mixed: Partition[] = []
  for (const partition of await listPartitions(context.db, table.rows.table)) {
    const isOver = partition.to <= before
    if (isOver && !(await hasNeededRows(context.db, table, partition))) {
      // The next purge goes on, in the same order.
      if (context.signal.aborted || !(await drop(context, table, partition))) return []
    } else if (isOver || partition.isCatchAll) mixed.push(partition)
  }
  return mixed
}

async function drop(
  context: PurgeContext,
  table: ExpiringTable,
  partition: Partition,
): Promise<boolean> {
  if (table.rows.table === 'events') {
    const condition = await deliveriesOf(context.db, partition)
    // Their attempts are dropped by their own age.
    if (condition) await deleteMatching(context, deliveries, condition)
    if (context.signal.aborted) return false
  }
  return dropPartition(context.db, table.rows.table, partition.name, async (tx) => {
    if (table.keepsTotals) await addTotalsOfPartition(tx, table, partition)
  })
}
