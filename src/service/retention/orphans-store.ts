import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'

/** Returns lists that no longer exist and still have contacts, with the status of their account. */
export const selectOrphanedLists = (reader: Executor) =>
  reader
    .selectFrom('contacts')
    .innerJoin('accounts', 'accounts.id', 'contacts.account_id')
    .select(['account_id', 'list_id', 'accounts.status as status'])
    .distinct()
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('lists').select('id').whereRef('lists.id', '=', 'contacts.list_id'),
        ),
      ),
    )
    .execute()

export async function selectContactSlice(db: Executor, listId: number): Promise<number[]> {
  const contacts = await db
    .selectFrom('contacts')
    .select('id')
    .where('list_id', '=', listId)
    .orderBy('id')
    .limit(sliceSize)
    .execute()
  return contacts.map(({ id }) => id)
}

/** Returns whether there was anything to delete. */
export async function deleteSuppressionSlice(
  db: Executor,
  { accountId, listId }: { accountId: number; listId: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('suppressions')
    .where('id', 'in', (select) =>
      select
        .selectFrom('suppressions')
        .select('id')
        .where('account_id', '=', accountId)
        .where('list_id', '=', listId)
        .limit(sliceSize),
    )
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const deleteListCounts = (db: Executor, listId: number) =>
  db.deleteFrom('list_counts').where('list_id', '=', listId).execute()

/** Returns automations that no longer exist and still have runs. */
export async function selectOrphanedAutomations(reader: Executor): Promise<number[]> {
  const automations = await reader
    .selectFrom('automation_runs')
    .select('automation_id')
    .distinct()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('automations')
            .select('automations.id')
            .whereRef('automations.id', '=', 'automation_runs.automation_id'),
        ),
      ),
    )
    .execute()
  return automations.map(({ automation_id }) => automation_id)
}

export async function selectRunSlice(tx: Executor, automationId: number): Promise<number[]> {
  const runs = await tx
    .selectFrom('automation_runs')
    .select('id')
    .where('automation_id', '=', automationId)
    .limit(sliceSize)
    .execute()
  return runs.map(({ id }) => id)
}

export async function deleteRuns(tx: Executor, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('automation_steps').where('run_id', 'in', ids).execute()
  await tx.deleteFrom('automation_runs').where('id', 'in', ids).execute()
}

/** Returns deliveries to webhooks that no longer exist. */
export async function selectDeliverySlice(tx: Executor): Promise<number[]> {
  const deliveries = await tx
    .selectFrom('deliveries')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhooks')
            .select('webhooks.id')
            .whereRef('webhooks.id', '=', 'deliveries.webhook_id'),
        ),
      ),
    )
    .limit(sliceSize)
    .execute()
  return deliveries.map(({ id }) => id)
}

export async function deleteDeliveries(tx: Executor, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('delivery_attempts').where('delivery_id', 'in', ids).execute()
  await tx.deleteFrom('deliveries').where('id', 'in', ids).execute()
}

/** A literal, not a bind: otherwise the partial index on unconfirmed contacts is not used. */
const isUnconfirmed = sql<boolean>`status = 'unconfirmed'`

/** Returns lists with contacts that have been unconfirmed since before a time. */
export const selectUnconfirmedLists = (reader: Executor, before: number) =>
  reader
    .selectFrom('contacts')
    .select(['account_id', 'list_id'])
    .distinct()
    .where(isUnconfirmed)
    .where('updated_at', '<', before)
    .execute()

/** Locks the contacts until they are deleted, and skips one that is being confirmed right now. */
export async function selectUnconfirmedSlice(
  tx: Executor,
  listId: number,
  before: number,
): Promise<number[]> {
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
