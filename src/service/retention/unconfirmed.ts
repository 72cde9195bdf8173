import type { Clock } from '../../core/clock.ts'
import { deleteContacts } from '../contacts/erasure/delete-store.ts'
import type { Executor } from '../database/dialect.ts'
import { retentionMs } from '../database/retention-periods.ts'
import { whileMore } from '../database/slices.ts'
import { insertFinishedJob } from '../jobs/ended-store.ts'
import { noProgress } from '../jobs/store.ts'
import { selectUnconfirmedLists, selectUnconfirmedSlice } from './orphans-store.ts'

/**
 * Deletes contacts that did not confirm, each slice of a list in its own transaction. Their age is
 * counted from their last change, so a new confirmation request starts it again. Each slice appears
 * as a job of its list.
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
  const before = now - retentionMs.unconfirmed
  for (const list of await selectUnconfirmedLists(reader, before)) {
    const { account_id: accountId, list_id: listId } = list
    await whileMore(() =>
      db.transaction().execute(async (tx) => {
        const ids = await selectUnconfirmedSlice(tx, listId, before)
        if (ids.length === 0) return false
        const count = await deleteContacts(tx, accountId, ids)
        const progress = {
          ...noProgress,
          total: count,
          processed: count,
          updated: count,
          found: { unconfirmed: count },
        }
        await insertFinishedJob(tx, { accountId, listId, kind: 'clean', progress, now })
        return true
      }),
    )
  }
}
