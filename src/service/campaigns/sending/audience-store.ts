import { type RawBuilder, sql } from 'kysely'
import { isSendable } from '../../contacts/sendable-store.ts'
import type { Condition } from '../../database/condition.ts'
import type { Executor } from '../../database/dialect.ts'
import type { CampaignLists } from '../store.ts'

/** What narrows the lists of a campaign: a segment, and the contacts that a resend is meant for. */
export interface AudienceFilter {
  segment?: Condition | undefined
  unreached?: Condition | undefined
}

/**
 * Whether a campaign is sent to a contact of its lists: sendable, matching the filter, and on no
 * excluded list. Most contacts fail the filter, so it comes first.
 */
export const isAddressed = (
  excluded: readonly number[],
  { segment, unreached }: AudienceFilter,
): Condition =>
  areAll([...present(segment), ...present(unreached), isSendable, ...isOnNone(excluded)])

const present = (condition: Condition | undefined) => (condition ? [condition] : [])

const areAll = (conditions: readonly Condition[]): Condition =>
  sql`${sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` and `,
  )}`

const isOnNone = (lists: readonly number[]): Condition[] =>
  lists.length === 0
    ? []
    : [
        sql`not exists (
          select 1 from contacts x
          where x.account_id = contacts.account_id and x.email_key = contacts.email_key
            and x.list_id in (${sql.join(lists)})
        )`,
      ]

/** The same, and on one of the included lists. */
const isInAudience = ({ included, excluded }: CampaignLists, filter: AudienceFilter): Condition =>
  sql`contacts.list_id in (${sql.join(included)}) and ${isAddressed(excluded, filter)}`

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

export interface AudienceQuery {
  account: number
  /** The included ones in any order. The first should be the largest, because it is read least. */
  lists: CampaignLists
  filter: AudienceFilter
}

interface AudienceCounts {
  /** Active contacts that are suppressed. */
  suppressed: number
  /** Sendable contacts on an excluded list. */
  excluded: number
  /** Contacts beyond those that are in the segment too. Undefined without a filter. */
  inSegment: number | undefined
  /** Contacts that the campaign is sent to, each address as often as it is on the lists. */
  addressed: number | undefined
  /** How many of them are not the first of their address. */
  duplicates: number
}

/**
 * Counts the contacts of a campaign's lists by what happens to them. Reads the lists only if there is a
 * filter: the other counts start at the suppressions, at the excluded lists and at the smaller lists.
 */
export async function countAudience(
  db: Executor,
  { account, lists, filter }: AudienceQuery,
): Promise<AudienceCounts> {
  const { included, excluded } = lists
  // The unary plus lets the planner start at the addresses.
  const countAmong = async (addresses: RawBuilder<unknown>, condition: Condition) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from contacts
      where contacts.account_id = ${account} and contacts.email_key in (${addresses})
        and +contacts.list_id in (${sql.join(included)}) and ${condition}
    `.execute(db)
    return Number(rows[0]?.count ?? 0)
  }
  const suppressed = await countAmong(
    sql`select suppressions.email_key from suppressions where suppressions.account_id = ${account}`,
    sql`contacts.status = 'active' and not (${isSendable})`,
  )
  const excludedOnes =
    excluded.length === 0
      ? 0
      : await countAmong(
          sql`select y.email_key from contacts y where y.list_id in (${sql.join(excluded)})`,
          sql`${isSendable} and not (${areAll(isOnNone(excluded))})`,
        )
  const filtered = await countFiltered(db, { account, lists, filter })
  const duplicates = await countDuplicates(db, { account, lists, filter })
  return { suppressed, excluded: excludedOnes, ...filtered, duplicates }
}

/** The unary plus keeps the planner from reading the whole account. */
async function countFiltered(
  db: Executor,
  { account, lists, filter: { segment, unreached } }: AudienceQuery,
): Promise<Pick<AudienceCounts, 'inSegment' | 'addressed'>> {
  if (!segment && !unreached) return { inSegment: undefined, addressed: undefined }
  const { rows } = await sql<{ in_segment: number; addressed: number }>`
    select count(*) as in_segment,
      count(case when ${unreached ?? sql`true`} then 1 end) as addressed
    from contacts
    where +contacts.account_id = ${account} and ${isInAudience(lists, { segment })}
  `.execute(db)
  const [row] = rows
  return { inSegment: Number(row?.in_segment ?? 0), addressed: Number(row?.addressed ?? 0) }
}

/** Counts the contacts whose address is also addressed on an earlier one of the lists. */
async function countDuplicates(
  db: Executor,
  { account, lists, filter }: AudienceQuery,
): Promise<number> {
  const [, ...later] = lists.included
  if (later.length === 0) return 0
  const place = sql`case contacts.list_id ${sql.join(
    lists.included.map((list, index) => sql`when ${sql.lit(list)} then ${sql.lit(index)}`),
    sql` `,
  )} end`
  const condition = isInAudience(lists, filter)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select contacts.email_key, ${place} as place from contacts
      where +contacts.account_id = ${account}
        and ${isInAudience({ ...lists, included: later }, filter)}
    ) as one
    where exists (
      select 1 from contacts
      where contacts.account_id = ${account} and contacts.email_key = one.email_key
        and ${condition} and ${place} < one.place
    )
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
  filter: AudienceFilter,
): Promise<boolean> {
  if (lists.included.length === 0) return false
  const { rows } = await sql`
    select contacts.id from contacts
    where +contacts.account_id = ${account} and ${isInAudience(lists, filter)}
    limit 1
  `.execute(db)
  return rows.length > 0
}
