import type { Executor } from '../database/dialect.ts'
import { selectAllFields } from '../lists/fields/store.ts'
import type { Catalogue } from './catalogue.ts'

/** What can be asked about the contacts of a list, or of all the account's. */
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

/** Which of the campaigns are the account's. One that was deleted still has its opens and clicks. */
export async function ownCampaigns(
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
