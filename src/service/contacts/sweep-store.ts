import type { Executor } from '../database/dialect.ts'
import { sliceSize, whileMore } from '../database/slices.ts'
import type { ListPlace } from '../lists/store.ts'
import { deleteContacts } from './delete-store.ts'

/** Deletes what is left of a list whose row is gone, a slice a transaction. */
export async function sweepList(db: Executor, { accountId, listId }: ListPlace): Promise<void> {
  await whileMore(async () => {
    const contacts = await db
      .selectFrom('contacts')
      .select('id')
      .where('list_id', '=', listId)
      .orderBy('id')
      .limit(sliceSize)
      .execute()
    if (contacts.length === 0) return false
    const ids = contacts.map(({ id }) => id)
    await db.transaction().execute((tx) => deleteContacts(tx, accountId, ids))
    return true
  })
  await whileMore(async () => {
    const { numDeletedRows } = await db
      .deleteFrom('suppressions')
      .where('id', 'in', (select) =>
        select
          .selectFrom('suppressions')
          .select('id')
          .where('account_id', '=', accountId)
          .where('list_id', '=', listId)
          .limit(sliceSize),
      )
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  })
  await db.deleteFrom('list_counts').where('list_id', '=', listId).execute()
}

/** Lists whose deletion was cut short by a kill, swept to the end. For the purge. */
export async function sweepOrphans({ db, reader }: { db: Executor; reader: Executor }) {
  const orphans = await reader
    .selectFrom('contacts')
    .select(['account_id', 'list_id'])
    .distinct()
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('lists').select('id').whereRef('lists.id', '=', 'contacts.list_id'),
        ),
      ),
    )
    .execute()
  for (const { account_id, list_id } of orphans) {
    await sweepList(db, { accountId: account_id, listId: list_id })
  }
}
