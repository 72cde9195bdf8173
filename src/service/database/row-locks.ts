import { Failure } from '../../core/failure.ts'
import { dialectOf, type Executor } from './dialect.ts'

/** The tables with rows that campaigns and automations name. */
type NamedTable = 'lists' | 'segments'

/**
 * Returns those of the ids that are rows of the account, and keeps the rows from being deleted until
 * the transaction ends. Code that names a list or segment calls it before it acts.
 */
export async function keepRows(
  tx: Executor,
  table: NamedTable,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const query = tx
    .selectFrom(table)
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .orderBy('id')
  const rows = await dialectOf(tx).keepRows(query).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Locks a row that is about to be deleted. Throws `not_found`. */
export async function lockRow(
  tx: Executor,
  table: NamedTable,
  accountId: number,
  id: number,
): Promise<void> {
  const query = tx
    .selectFrom(table)
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
  if (!(await dialectOf(tx).lockRows(query).executeTakeFirst())) throw new Failure('not_found')
}
