import { sql } from 'kysely'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import { type ChangedContact, changeContacts } from '../table/change-store.ts'
import { type Suppression, type SuppressionType, wholeAccount } from './suppressions-store.ts'

interface SuppressionQuery {
  accountId: number
  listIds: readonly number[]
  emailKey: string | undefined
  type: SuppressionType | undefined
  order: 'asc' | 'desc'
  after: number | undefined
  limit: number
}

/** Returns suppressions of any of the lists in one order. Each is read along the index and merged. */
export async function selectOfAccount(
  reader: Executor,
  { accountId, listIds, emailKey, type, order, after, limit }: SuppressionQuery,
): Promise<Suppression[]> {
  const found = await Promise.all(
    listIds.map((listId) => {
      let query = reader
        .selectFrom('suppressions')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('list_id', '=', listId)
        .orderBy('id', order)
        .limit(limit)
      if (emailKey !== undefined) query = query.where('email_key', '=', emailKey)
      if (type !== undefined) query = query.where('type', '=', type)
      if (after !== undefined) query = query.where('id', order === 'asc' ? '>' : '<', after)
      return query.execute()
    }),
  )
  const direction = order === 'asc' ? 1 : -1
  return found
    .flat()
    .sort((a, b) => direction * (a.id - b.id))
    .slice(0, limit)
}

/** Returns all suppressions of an address, under any of its keys, and locks them. */
export const lockSuppressions = (
  tx: Executor,
  accountId: number,
  storedKeys: readonly string[],
): Promise<Suppression[]> =>
  dialectOf(tx)
    .lockRows(
      tx
        .selectFrom('suppressions')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('email_key', 'in', storedKeys)
        .orderBy('id'),
    )
    .execute()

interface Lift {
  accountId: number
  /** The user who lifts it. */
  userId: number
  reason: string
  now: number
}

/** Deletes suppressions, and keeps who lifted them and why. */
export async function liftSuppressions(
  tx: Executor,
  { accountId, userId, reason, now }: Lift,
  lifted: readonly Suppression[],
): Promise<void> {
  await tx
    .insertInto('lifted_suppressions')
    .values(
      lifted.map((suppression) => ({
        account_id: accountId,
        list_id: suppression.list_id,
        email_key: suppression.email_key,
        email: suppression.email,
        type: suppression.type,
        reason: suppression.reason,
        suppressed_at: suppression.created_at,
        lifted_by: userId,
        lifted_reason: reason,
        lifted_at: now,
      })),
    )
    .execute()
  const ids = lifted.map(({ id }) => id)
  await tx.deleteFrom('suppressions').where('id', 'in', ids).execute()
}

interface AddressRef {
  accountId: number
  emailKey: string
  /** Only on this list. Undefined: on all. */
  listId: number | undefined
}

/**
 * Sets bounced contacts of an address back to what they were, unless something else still keeps them
 * from mail: unconfirmed where they never confirmed on a list with double opt-in, active otherwise.
 */
export function restoreBounced(
  tx: Executor,
  { accountId, emailKey, listId }: AddressRef,
  now: number,
): Promise<ChangedContact[]> {
  const left = sql`exists (select 1 from suppressions s where s.account_id = ${accountId}
    and s.email_key = ${emailKey} and s.list_id in (${wholeAccount}, contacts.list_id)
    and s.type in ('complaint', 'unsubscribe'))`
  const isUnconfirmed = sql`confirmed_at is null and exists (select 1 from lists
    where lists.id = contacts.list_id and lists.double_optin = 1)`
  const those = sql<boolean>`account_id = ${accountId} and email_key = ${emailKey}
    and status = 'bounced' and ${listId === undefined ? sql`true` : sql`list_id = ${listId}`}
    and not exists (select 1 from suppressions s where s.account_id = ${accountId}
      and s.email_key = ${emailKey} and s.type = 'bounce'
      and (s.list_id = ${wholeAccount} or s.list_id = contacts.list_id))`
  return changeContacts(tx, those, {
    set: sql`updated_at = ${now}, version = version + 1,
      status = case when ${left} then 'unsubscribed' when ${isUnconfirmed} then 'unconfirmed'
        else 'active' end`,
  })
}

/** Returns the contacts of an address, on one list or all. */
export const selectContactIds = (
  tx: Executor,
  { accountId, emailKey, listId }: AddressRef,
): Promise<{ id: number }[]> => {
  const query = tx
    .selectFrom('contacts')
    .select('id')
    .where('account_id', '=', accountId)
    .where('email_key', '=', emailKey)
    .orderBy('id')
  return (listId === undefined ? query : query.where('list_id', '=', listId)).execute()
}
