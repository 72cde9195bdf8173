import { refuse } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { ownsList } from '../lists/store.ts'

/** The list that a segment is of, by number: the account's, or none. */
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
