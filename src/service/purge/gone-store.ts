import { sql } from 'kysely'
import { clear, type Purging } from './clear-store.ts'
import { ofAccount } from './owned.ts'

/** All that accounts which were deleted before then have left; each is done once. */
export async function purgeGoneAccounts(
  purging: Purging,
  { before, now }: { before: number; now: number },
): Promise<void> {
  const { db, signal } = purging
  const gone = await db
    .selectFrom('accounts')
    .select('id')
    .where('status', '=', 'deleted')
    .where('purged_at', 'is', null)
    // Burying it was the last change.
    .where('updated_at', '<', before)
    .orderBy('id')
    .execute()
  for (const { id } of gone) {
    for (const owned of ofAccount) await clear(purging, owned, sql`${sql.ref(owned.by)} = ${id}`)
    if (signal.aborted) return
    await db.updateTable('accounts').set({ purged_at: now }).where('id', '=', id).execute()
  }
}
