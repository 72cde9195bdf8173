import { accountTables } from '../database/owned-tables.ts'
import { deleteMatching, type PurgeContext } from './delete-slices.ts'
import { selectDeletedAccounts, setPurged } from './deleted-accounts-store.ts'
import { isEqual } from './rows-store.ts'

/** Deletes the rows of accounts that were deleted before a time. Each account is purged once. */
export async function purgeDeletedAccounts(
  context: PurgeContext,
  { before, now }: { before: number; now: number },
): Promise<void> {
  const { db, signal } = context
  for (const id of await selectDeletedAccounts(db, before)) {
    for (const table of accountTables) {
      await deleteMatching(context, table, isEqual(table.ownerColumn, id))
    }
    if (signal.aborted) return
    await setPurged(db, id, now)
  }
}
