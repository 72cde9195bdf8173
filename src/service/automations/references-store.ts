import type { Executor } from '../database/dialect.ts'

/** Returns those of the ids that belong to the account. */
const ownIdsIn =
  (table: 'templates' | 'segments') =>
  async (db: Executor, accountId: number, ids: readonly number[]): Promise<ReadonlySet<number>> => {
    if (ids.length === 0) return new Set()
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('account_id', '=', accountId)
      .where('id', 'in', ids)
      .execute()
    return new Set(rows.map(({ id }) => id))
  }

export const selectOwnTemplates = ownIdsIn('templates')
export const selectOwnSegments = ownIdsIn('segments')
