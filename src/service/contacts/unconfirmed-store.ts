import { sql } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { sliceSize, whileMore } from '../database/slices.ts'
import { insertEndedJob } from '../jobs/ended-store.ts'
import { noProgress } from '../jobs/job.ts'
import { retentionMs } from '../retention.ts'
import { deleteContacts } from './delete-store.ts'

/**
 * Deletes contacts that did not confirm, a slice of a list a transaction. Counted from their last
 * change, so that who was asked again has as long. Each slice stands among the jobs of its list.
 */
export async function purgeUnconfirmed({
  db,
  reader,
  clock,
}: {
  db: Executor
  reader: Executor
  clock: Clock
}): Promise<void> {
  const now = clock.now()
  const lists = await reader
    .selectFrom('contacts')
    .select(['account_id', 'list_id'])
    .distinct()
    .where(isUnconfirmed)
    .where('updated_at', '<', now - retentionMs.unconfirmed)
    .execute()
  for (const { account_id: accountId, list_id: listId } of lists) {
    await whileMore(() =>
      db.transaction().execute(async (tx) => {
        const ids = await selectStale(tx, listId, now - retentionMs.unconfirmed)
        if (ids.length === 0) return false
        const count = await deleteContacts(tx, accountId, ids)
        const progress = {
          ...noProgress,
          total: count,
          processed: count,
          updated: count,
          found: { unconfirmed: count },
        }
        await insertEndedJob(tx, { accountId, listId, kind: 'clean', progress, now })
        return true
      }),
    )
  }
}

/** Said in full, and not as a bind, for the index of these alone to be found. */
const isUnconfirmed = sql<boolean>`status = 'unconfirmed'`

/** Held until they are deleted: whoever is confirming at this moment is left alone. */
async function selectStale(tx: Executor, listId: number, before: number): Promise<number[]> {
  const query = tx
    .selectFrom('contacts')
    .select('id')
    .where('list_id', '=', listId)
    .where(isUnconfirmed)
    .where('updated_at', '<', before)
    .limit(sliceSize)
  const rows = await dialectOf(tx).skipLocked(query).execute()
  return rows.map(({ id }) => id)
}
