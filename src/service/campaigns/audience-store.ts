import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import type { CampaignLists } from './store.ts'

/** What is true of a contact `c` that may be sent to: active, not suppressed, on no excluded list. */
export function isSendable(excluded: readonly number[]): RawBuilder<boolean> {
  const active = sql<boolean>`c.status = 'active' and not exists (
    select 1 from suppressions s
    where s.account_id = c.account_id and s.email_key = c.email_key and s.list_id in (0, c.list_id)
  )`
  if (excluded.length === 0) return active
  return sql`${active} and not exists (
    select 1 from contacts x where x.list_id in (${sql.join(excluded)}) and x.email_key = c.email_key
  )`
}

/**
 * Whether there is anybody at all. On a list where nobody is sendable it reads all of them; the plus
 * keeps it from reading all of the account.
 */
export async function hasAudience(
  db: Executor,
  account: number,
  { included, excluded }: CampaignLists,
): Promise<boolean> {
  if (included.length === 0) return false
  const { rows } = await sql`
    select c.id from contacts c
    where +c.account_id = ${account} and c.list_id in (${sql.join(included)})
      and ${isSendable(excluded)}
    limit 1
  `.execute(db)
  return rows.length > 0
}
