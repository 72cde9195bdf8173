import type { Executor } from '../database/dialect.ts'
import type { SuppressionRow } from '../database/schema/contact.ts'
import type { ListPlace } from '../lists/store.ts'
import type { SuppressionType } from './suppressions-store.ts'

export type Suppression = Omit<SuppressionRow, 'id'> & { id: number }

export interface SuppressionQuery extends ListPlace {
  type: SuppressionType | undefined
  order: 'asc' | 'desc'
  after: number | undefined
  limit: number
}

/** Those of the list and those of the whole account, each along the index of its own, in one order. */
export async function selectSuppressions(
  reader: Executor,
  { accountId, listId, type, order, after, limit }: SuppressionQuery,
): Promise<Suppression[]> {
  const held = await Promise.all(
    [0, listId].map((place) => {
      let query = reader
        .selectFrom('suppressions')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('list_id', '=', place)
        .orderBy('id', order)
        .limit(limit)
      if (type !== undefined) query = query.where('type', '=', type)
      if (after !== undefined) query = query.where('id', order === 'asc' ? '>' : '<', after)
      return query.execute()
    }),
  )
  const way = order === 'asc' ? 1 : -1
  return held
    .flat()
    .sort((one, other) => way * (one.id - other.id))
    .slice(0, limit)
}

/** What keeps one address off the list, by itself or by its hashes. */
export const suppressionsOf = (
  db: Executor,
  { accountId, listId }: ListPlace,
  emailKeys: readonly string[],
): Promise<Suppression[]> =>
  db
    .selectFrom('suppressions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('email_key', 'in', emailKeys)
    .where('list_id', 'in', [0, listId])
    .orderBy('id')
    .execute()
