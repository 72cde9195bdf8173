import { sql } from 'kysely'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import { clearCustomEvents } from '../../events/custom-events-store.ts'
import { deleteHistory } from '../../figures/history-store.ts'
import { deleteContactRows } from '../table/change-store.ts'

/**
 * Deletes contacts with their values, tags and history, and releases their share of the contact
 * quota.
 */
export async function deleteContacts(
  tx: Executor,
  accountId: number,
  contactIds: readonly number[],
): Promise<number> {
  const source = dialectOf(tx).records(
    contactIds.map((id) => ({ id })),
    { id: 'int' },
  )
  const ids = sql<number>`(select id from ${source} as r)`
  await clearCustomEvents(tx, accountId, contactIds)
  for (const table of ['contact_values', 'contact_tags'] as const) {
    await tx
      .deleteFrom(table)
      .where('account_id', '=', accountId)
      .where('contact_id', 'in', ids)
      .execute()
  }
  await deleteHistory(tx, ids)
  await tx.deleteFrom('welcomes').where('contact_id', 'in', ids).execute()
  const deleted = await deleteContactRows(tx, sql`account_id = ${accountId} and id in ${ids}`)
  await tx
    .updateTable('accounts')
    .set((row) => ({ contacts_used: row('contacts_used', '-', deleted) }))
    .where('id', '=', accountId)
    .execute()
  return deleted
}
