import { deleteContacts } from '../contacts/erasure/delete-store.ts'
import type { Executor } from '../database/dialect.ts'
import { whileMore } from '../database/slices.ts'
import {
  deleteListCounts,
  deleteSuppressionSlice,
  selectContactSlice,
  selectOrphanedLists,
} from './orphans-store.ts'

/** Deletes the contacts and suppressions of a deleted list, each slice in its own transaction. */
export async function purgeList(
  db: Executor,
  list: { accountId: number; listId: number },
): Promise<void> {
  const { accountId, listId } = list
  await whileMore(async () => {
    const ids = await selectContactSlice(db, listId)
    if (ids.length === 0) return false
    await db.transaction().execute((tx) => deleteContacts(tx, accountId, ids))
    return true
  })
  await whileMore(() => deleteSuppressionSlice(db, list))
  await deleteListCounts(db, listId)
}

/** Finishes the deletion of lists that a killed process had begun. */
export async function purgeDeletedLists({ db, reader }: { db: Executor; reader: Executor }) {
  for (const { account_id, list_id } of await selectOrphanedLists(reader)) {
    await purgeList(db, { accountId: account_id, listId: list_id })
  }
}
