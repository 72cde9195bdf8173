import { sql } from 'kysely'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import type { ListRef } from '../../lists/store.ts'
import { newSubscriptions, strongerWins, wholeAccount } from './suppressions-store.ts'

interface LiftableSuppression {
  id: number
  list_id: number
}

/** Returns what keeps an address, under any of its keys, off one list, and locks it. */
export const lockLiftable = (
  tx: Executor,
  { accountId, listId }: ListRef,
  storedKeys: readonly string[],
): Promise<LiftableSuppression[]> =>
  dialectOf(tx)
    .lockRows(
      tx
        .selectFrom('suppressions')
        .select(['id', 'list_id'])
        .where('account_id', '=', accountId)
        .where('email_key', 'in', storedKeys)
        .where('list_id', 'in', [wholeAccount, listId])
        .orderBy('id'),
    )
    .execute()

/**
 * Lifts suppressions of an address for one list, because the person confirmed. One of the account stays
 * for the other lists: for those that the address is on, and against new subscriptions.
 */
export async function liftForList(
  tx: Executor,
  { accountId, listId }: ListRef,
  emailKey: string,
  lifted: readonly LiftableSuppression[],
): Promise<void> {
  for (const { id, list_id } of lifted) {
    if (list_id === wholeAccount) {
      await sql`
        insert into suppressions
          (account_id, list_id, email_key, email, type, reason, campaign_id, created_at)
        select s.account_id, other.list_id, s.email_key, s.email, s.type, s.reason, s.campaign_id,
          s.created_at
        from suppressions s join (
          select cast(${newSubscriptions} as bigint) as list_id
          union
          select list_id from contacts where account_id = ${accountId}
            and email_key = ${emailKey} and list_id <> ${listId}
        ) as other on true
        where s.id = ${id} order by other.list_id
        ${strongerWins}
      `.execute(tx)
    }
    await tx.deleteFrom('suppressions').where('id', '=', id).execute()
  }
}
