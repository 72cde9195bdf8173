import type { Executor } from '../database/dialect.ts'

/** Returns the accounts that were deleted before a time and still have rows. */
export async function selectDeletedAccounts(db: Executor, before: number): Promise<number[]> {
  const accounts = await db
    .selectFrom('accounts')
    .select('id')
    .where('status', '=', 'deleted')
    .where('purged_at', 'is', null)
    // The deletion was the last change of the row.
    .where('updated_at', '<', before)
    .orderBy('id')
    .execute()
  return accounts.map(({ id }) => id)
}

export const setPurged = (db: Executor, id: number, now: number) =>
  db.updateTable('accounts').set({ purged_at: now }).where('id', '=', id).execute()
