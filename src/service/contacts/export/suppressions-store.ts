import { sql } from 'kysely'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import type { List } from '../../lists/store.ts'
import { wholeAccount } from '../suppression/suppressions-store.ts'
import type { ExportedSuppression } from './columns.ts'

/**
 * Returns why contacts of a list get no mail, by the key of their address: the strongest suppression
 * of the account or the list. The cross join makes SQLite look up each address in the index. Otherwise
 * it reads the suppressions of the account for each.
 */
export async function selectExportedSuppressions(
  reader: Executor,
  list: Pick<List, 'id' | 'account_id'>,
  contacts: readonly { email_key: string }[],
): Promise<ReadonlyMap<string, ExportedSuppression>> {
  const source = dialectOf(reader).records(
    contacts.map(({ email_key }) => ({ email_key })),
    { email_key: 'text' },
  )
  // The strongest comes last, and of two the one of the account.
  const { rows } = await sql<{ email_key: string; type: string; list_id: number; reason: string }>`
    select s.email_key as email_key, s.type as type, s.list_id as list_id, s.reason as reason
    from ${source} as r cross join suppressions s
    where s.account_id = ${list.account_id} and s.email_key = r.email_key
      and s.list_id in (${wholeAccount}, ${list.id})
    order by case s.type when 'complaint' then 4 when 'unsubscribe' then 3 when 'manual' then 2
      else 1 end, s.list_id desc
  `.execute(reader)
  return new Map(
    rows.map(({ email_key, type, list_id, reason }) => [
      email_key,
      {
        suppression: type,
        suppression_scope: list_id === wholeAccount ? 'account' : 'list',
        reason,
      },
    ]),
  )
}
