import { sql } from 'kysely'
import { isSendable } from '../../contacts/sendable-store.ts'
import type { Condition } from '../../database/condition.ts'
import type { Executor } from '../../database/dialect.ts'
import type { CampaignLists } from '../store.ts'

/**
 * Whether a campaign is sent to a contact of its lists: sendable, matching the filter, and on no
 * excluded list.
 */
export function isAddressed(excluded: readonly number[], filter: Condition | undefined): Condition {
  const condition: Condition = filter ? sql`${isSendable} and ${filter}` : isSendable
  if (excluded.length === 0) return condition
  return sql`${condition} and not exists (
    select 1 from contacts x
    where x.account_id = contacts.account_id and x.email_key = contacts.email_key
      and x.list_id in (${sql.join(excluded)})
  )`
}

/** The same, and on one of the included lists. */
const isInAudience = (
  { included, excluded }: CampaignLists,
  filter: Condition | undefined,
): Condition =>
  sql`contacts.list_id in (${sql.join(included)}) and ${isAddressed(excluded, filter)}`

export const isBoth = (a: Condition, b: Condition): Condition => sql`${a} and ${b}`

/** Whether an earlier campaign missed the contact, in the sense of `resend_to`. */
export function isUnreachedBy(campaign: number, resendTo: string | null): Condition {
  const isRecipient = (which: Condition): Condition => sql`exists (
    select 1 from recipients b
    where b.campaign_id = ${campaign} and b.address_key = contacts.email_key and ${which}
  )`
  switch (resendTo) {
    case 'unopened':
      return isRecipient(sql`b.state = 'sent' and b.opened_at is null and b.clicked_at is null`)
    case 'new':
      return sql`not ${isRecipient(sql`1 = 1`)}`
    default:
      return isRecipient(sql`b.state = ${resendTo}`)
  }
}

interface CountQuery {
  account: number
  lists: CampaignLists
  filter: Condition | undefined
  /** Counting stops here. */
  limit: number
}

/**
 * Counts the addresses a campaign is sent to. An address on several lists counts for the first.
 * `distinct` would hold a million addresses in memory.
 */
export async function countAudience(
  db: Executor,
  { account, lists, filter, limit }: CountQuery,
): Promise<number> {
  if (lists.included.length === 0) return 0
  const condition = isInAudience(lists, filter)
  const isFirst =
    lists.included.length === 1
      ? sql`true`
      : sql`not exists (
          select 1 from contacts
          where contacts.account_id = ${account} and contacts.email_key = one.email_key
            and contacts.list_id < one.list_id and ${condition}
        )`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from (
        select contacts.email_key, contacts.list_id from contacts
        where +contacts.account_id = ${account} and ${condition}
      ) as one
      where ${isFirst} limit ${limit}
    ) as addressed
  `.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/**
 * Whether the audience has anyone. Reads a whole list if none of its contacts is sendable. The
 * unary plus keeps the planner from reading the whole account.
 */
export async function hasAudience(
  db: Executor,
  account: number,
  lists: CampaignLists,
  filter: Condition | undefined,
): Promise<boolean> {
  if (lists.included.length === 0) return false
  const { rows } = await sql`
    select contacts.id from contacts
    where +contacts.account_id = ${account} and ${isInAudience(lists, filter)}
    limit 1
  `.execute(db)
  return rows.length > 0
}
