import { sql } from 'kysely'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import type { ListRef } from '../../lists/store.ts'
import { newSubscriptions, strongerWins } from './suppressions-store.ts'

/**
 * Turns suppressions of a deleted list into `newSubscriptions`, up to `limit` of them. Returns whether
 * there were any.
 */
export async function keepSuppressions(
  tx: Executor,
  { accountId, listId }: ListRef,
  limit: number,
): Promise<boolean> {
  const slice = await tx
    .selectFrom('suppressions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .orderBy('id')
    .limit(limit)
    .execute()
  if (slice.length === 0) return false
  const source = dialectOf(tx).records(slice, { id: 'int' })
  const ids = sql<number>`(select id from ${source} as r)`
  // In one order: two lists that are deleted at once may have the same addresses.
  await sql`
    insert into suppressions
      (account_id, list_id, email_key, email, type, reason, campaign_id, created_at)
    select account_id, ${newSubscriptions}, email_key, email, type, reason, campaign_id, created_at
    from suppressions where id in ${ids}
    order by email_key
    ${strongerWins}
  `.execute(tx)
  await tx.deleteFrom('suppressions').where('id', 'in', ids).execute()
  return true
}

/** Keeps the addresses of contacts of a deleted list that left, complained or bounced. */
export async function keepOptOuts(tx: Executor, contactIds: readonly number[]): Promise<void> {
  const source = dialectOf(tx).records(
    contactIds.map((id) => ({ id })),
    { id: 'int' },
  )
  await sql`
    insert into suppressions
      (account_id, list_id, email_key, email, type, reason, campaign_id, created_at)
    select account_id, ${newSubscriptions}, email_key, email,
      case status when 'complained' then 'complaint' when 'bounced' then 'bounce'
        else 'unsubscribe' end,
      '', null, coalesce(unsubscribed_at, updated_at)
    from contacts where id in (select id from ${source} as r)
      and status in ('unsubscribed', 'complained', 'bounced')
    order by email_key
    ${strongerWins}
  `.execute(tx)
}
