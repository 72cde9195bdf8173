import { refuse } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { ownsList } from '../lists/store.ts'

/**
 * Returns the id of the segment's list, or null for all lists. Throws `invalid` if it is not the
 * account's.
 */
export async function readList(
  db: Executor,
  accountId: number,
  sent: number | string | null | undefined,
): Promise<number | null> {
  if (sent === null || sent === undefined) return null
  const listId = Number(sent)
  if (!(await ownsList(db, { accountId, listId }))) {
    refuse([{ field: 'list_id', code: 'unknown_id' }])
  }
  return listId
}
