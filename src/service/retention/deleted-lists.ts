import { deleteContacts } from '../contacts/erasure/delete-store.ts'
import { keepOptOuts, keepSuppressions } from '../contacts/suppression/kept-suppressions-store.ts'
import { newSubscriptions, wholeAccount } from '../contacts/suppression/suppressions-store.ts'
import type { Executor } from '../database/dialect.ts'
import { sliceSize, whileMore } from '../database/slices.ts'
import type { ListRef } from '../lists/store.ts'
import {
  deleteListCounts,
  deleteSuppressionSlice,
  selectContactSlice,
  selectOrphanedLists,
} from './orphans-store.ts'

/**
 * Deletes the contacts of a deleted list, each slice in its own transaction. The suppressions outlive
 * the list: a person who left must not be mailed because the same file is imported into another list.
 */
export async function purgeList(db: Executor, list: ListRef): Promise<void> {
  await keepAll(db, list)
  await deleteAllContacts(db, list, keepOptOuts)
  // A contact may have left while the contacts were being deleted.
  await keepAll(db, list)
  await deleteListCounts(db, list.listId)
}

/**
 * Deletes the contacts and the suppressions of a list of a deleted account, and what earlier lists
 * have left.
 */
export async function purgeListOfDeletedAccount(db: Executor, list: ListRef): Promise<void> {
  await deleteAllContacts(db, list)
  for (const listId of [list.listId, wholeAccount, newSubscriptions]) {
    await whileMore(() => deleteSuppressionSlice(db, { ...list, listId }))
  }
  await deleteListCounts(db, list.listId)
}

const keepAll = (db: Executor, list: ListRef): Promise<void> =>
  whileMore(() => db.transaction().execute((tx) => keepSuppressions(tx, list, sliceSize)))

const deleteAllContacts = (
  db: Executor,
  { accountId, listId }: ListRef,
  before: (tx: Executor, ids: readonly number[]) => Promise<void> = async () => {},
): Promise<void> =>
  whileMore(async () => {
    const ids = await selectContactSlice(db, listId)
    if (ids.length === 0) return false
    await db.transaction().execute(async (tx) => {
      await before(tx, ids)
      await deleteContacts(tx, accountId, ids)
    })
    return true
  })

/** Finishes the deletion of lists that a killed process had begun. */
export async function purgeDeletedLists({ db, reader }: { db: Executor; reader: Executor }) {
  const lists = await selectOrphanedLists(reader)
  for (const { account_id: accountId, list_id: listId, status } of lists) {
    const finish = status === 'deleted' ? purgeListOfDeletedAccount : purgeList
    await finish(db, { accountId, listId })
  }
}
