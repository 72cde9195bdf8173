import { sql } from 'kysely'
import { isSendable } from '../contacts/sendable-store.ts'
import type { Condition } from '../database/condition.ts'
import type { Executor } from '../database/dialect.ts'
import type { CampaignLists } from './store.ts'

/** Whether a campaign goes to a contact of its lists: sendable, chosen, on no excluded list. */
export function isAddressed(excluded: readonly number[], chosen: Condition | undefined): Condition {
  const wanted: Condition = chosen ? sql`${isSendable} and ${chosen}` : isSendable
  if (excluded.length === 0) return wanted
  return sql`${wanted} and not exists (
    select 1 from contacts x
    where x.account_id = contacts.account_id and x.email_key = contacts.email_key
      and x.list_id in (${sql.join(excluded)})
  )`
}

/** The same, of a contact of the lists that it goes to. */
const isReached = (
  { included, excluded }: CampaignLists,
  chosen: Condition | undefined,
): Condition =>
  sql`contacts.list_id in (${sql.join(included)}) and ${isAddressed(excluded, chosen)}`

interface Counted {
  account: number
  lists: CampaignLists
  chosen: Condition | undefined
  /** Where to stop counting. */
  most: number
}

/**
 * How many addresses a campaign goes to. Whom several lists address counts for the first of them: a
 * `distinct` would hold a million addresses in memory to tell as much.
 */
export async function countAudience(
  db: Executor,
  { account, lists, chosen, most }: Counted,
): Promise<number> {
  if (lists.included.length === 0) return 0
  const wanted = isReached(lists, chosen)
  const isFirst =
    lists.included.length === 1
      ? sql`true`
      : sql`not exists (
          select 1 from contacts
          where contacts.account_id = ${account} and contacts.email_key = one.email_key
            and contacts.list_id < one.list_id and ${wanted}
        )`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from (
        select contacts.email_key, contacts.list_id from contacts
        where +contacts.account_id = ${account} and ${wanted}
      ) as one
      where ${isFirst} limit ${most}
    ) as addressed
  `.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/**
 * Whether there is anybody at all. On a list where nobody is sendable it reads all of them; the plus
 * keeps it from reading all of the account.
 */
export async function hasAudience(
  db: Executor,
  account: number,
  lists: CampaignLists,
  chosen: Condition | undefined,
): Promise<boolean> {
  if (lists.included.length === 0) return false
  const { rows } = await sql`
    select contacts.id from contacts
    where +contacts.account_id = ${account} and ${isReached(lists, chosen)}
    limit 1
  `.execute(db)
  return rows.length > 0
}
