import type { Executor } from '../database/dialect.ts'
import { selectAllFields } from '../lists/fields/store.ts'
import type { Catalogue } from './catalogue.ts'

/** Returns the fields and lists that rules can use, for one list or for the whole account. */
export async function selectCatalogue(
  db: Executor,
  accountId: number,
  listId: number | null,
): Promise<Catalogue> {
  const lists = await db
    .selectFrom('lists')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  const fields = await selectAllFields(db, accountId)
  const isAsked = (id: number) =>
    (listId === null || id === listId) && lists.some((list) => list.id === id)
  return { lists, fields: fields.filter((field) => isAsked(field.listId)) }
}

/**
 * Returns which campaigns belong to the account. Deleted ones count, since their opens and clicks
 * remain.
 */
export async function selectOwnedCampaignIds(
  db: Executor,
  accountId: number,
  campaignIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (campaignIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('campaigns')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', campaignIds)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
