import { type RawBuilder, sql } from 'kysely'
import type { suppressionTypes } from '../../../contract/shapes/suppression.ts'
import type { Condition } from '../../database/condition.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import type { SuppressionRow } from '../../database/schema/contact.ts'
import type { ListRef } from '../../lists/store.ts'

export type SuppressionType = (typeof suppressionTypes)[number]

/** The `list_id` of a suppression for the whole account. */
export const wholeAccount = 0
/**
 * The `list_id` of a suppression against new subscriptions. Only the person can add the address to a
 * list, by confirming. Mail of lists that it is on goes on: that is another consent.
 */
export const newSubscriptions = -1
/**
 * The `list_id` of a suppression of test messages. It does not apply to lists: the person asked for
 * no more tests.
 */
export const testMessages = -2

/** A suppression as it is read. `list_id` is a list or one of the numbers above. */
export type Suppression = Omit<SuppressionRow, 'id'> & { id: number }

interface NewSuppression {
  accountId: number
  /** A list, or one of the numbers above. */
  listId: number
  type: SuppressionType
  reason: string
  campaignId: number | null
  now: number
}

/** An address in its compared form, and as it is shown. */
export interface SuppressedAddress {
  key: string
  /** Null once the person was erased. */
  email: string | null
}

/** A complaint weighs more than an unsubscribe, that more than the owner's decision or a bounce. */
const strengthOf = (type: string): RawBuilder<number> =>
  sql`case ${sql.ref(type)} when 'complaint' then 4 when 'unsubscribe' then 3 when 'manual' then 2
    else 1 end`

/** The end of every insert of suppressions: a stronger type replaces a weaker one. */
export const strongerWins: RawBuilder<unknown> = sql`
  on conflict (account_id, email_key, list_id) do update set type = excluded.type,
    reason = excluded.reason, campaign_id = excluded.campaign_id, created_at = excluded.created_at
  where ${strengthOf('excluded.type')} > ${strengthOf('suppressions.type')}`

/** Adds a suppression, or replaces a weaker one. */
export async function suppress(
  tx: Executor,
  { emailKey: key, email, ...added }: NewSuppression & { emailKey: string; email: string | null },
): Promise<void> {
  await suppressMany(tx, added, [{ key, email }])
}

/**
 * Does the same for many addresses, and returns how many suppressions it wrote. They are written in one
 * order: transactions that write the same addresses in different orders would deadlock.
 */
export async function suppressMany(
  tx: Executor,
  { accountId, listId, type, reason, campaignId, now }: NewSuppression,
  addresses: readonly SuppressedAddress[],
): Promise<number> {
  if (addresses.length === 0) return 0
  const source = dialectOf(tx).records(addresses, { key: 'text', email: 'text' })
  const { rows } = await sql`
    insert into suppressions
      (account_id, list_id, email_key, email, type, reason, campaign_id, created_at)
    select ${accountId}, ${listId}, key, email, ${type}, ${reason}, cast(${campaignId} as bigint),
      ${now}
    from ${source} as r where true order by key
    ${strongerWins} returning id
  `.execute(tx)
  return rows.length
}

/** Suppresses addresses on a list by the owner's decision. Returns how many suppressions it wrote. */
export const suppressAddresses = (
  tx: Executor,
  list: ListRef & { now: number },
  addresses: readonly SuppressedAddress[],
): Promise<number> =>
  suppressMany(tx, { ...list, type: 'manual', reason: 'import', campaignId: null }, addresses)

/** Returns every suppression of addresses in the account, whatever list it belongs to. */
export async function selectAnySuppressions(
  db: Executor,
  accountId: number,
  addresses: readonly StoredForm[],
): Promise<{ key: string; list_id: number; type: string }[]> {
  const source = dialectOf(db).records(addresses, { key: 'text', stored: 'text' })
  const { rows } = await sql<{ key: string; list_id: number; type: string }>`
    select r.key as key, s.list_id as list_id, s.type as type
    from ${source} as r cross join suppressions s
    where s.account_id = ${accountId} and s.email_key = r.stored
  `.execute(db)
  return rows
}

/** Deletes the suppressions of addresses on one list. */
export async function deleteSuppressions(
  db: Executor,
  { accountId, listId }: ListRef,
  emailKeys: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('suppressions')
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('email_key', 'in', emailKeys)
    .execute()
}

/** Marks the hash of an erased address. No address starts like this: an unquoted one has no colon. */
export const erasedPrefix = 'hash:'
const erasedEnd = 'hash;'

export const isErased = (emailKey: string): boolean => emailKey.startsWith(erasedPrefix)

/** Returns the id of the suppression that the latest erasure in the account has left, or 0. */
export async function selectNewestErasure(tx: Executor, accountId: number): Promise<number> {
  const row = await tx
    .selectFrom('suppressions')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('account_id', '=', accountId)
    .where('email_key', '>=', erasedPrefix)
    .where('email_key', '<', erasedEnd)
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

/** Whether an account has any suppression, and any of an erased address. */
export async function selectSuppressionPresence(
  db: Executor,
  accountId: number,
): Promise<{ hasAny: boolean; hasErased: boolean }> {
  const first = db
    .selectFrom('suppressions')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
  const any = await first.executeTakeFirst()
  if (!any) return { hasAny: false, hasErased: false }
  const erased = await first
    .where('email_key', '>=', erasedPrefix)
    .where('email_key', '<', erasedEnd)
    .executeTakeFirst()
  return { hasAny: true, hasErased: erased !== undefined }
}

/**
 * Whether a suppression `s` keeps its address off a list: one of the list itself, or of no list, which
 * is one of the account or of a deleted list. While a list is being deleted, some still have its id.
 * One of test messages does not apply to lists.
 */
const keepsOff = (listId: number): Condition =>
  sql`(s.list_id = ${listId} or s.list_id <> ${testMessages}
    and not exists (select 1 from lists where lists.id = s.list_id))`

/** An address, and one form in which a suppression may store it: as it is, or hashed. */
interface StoredForm {
  key: string
  stored: string
}

/**
 * Returns the keys of the addresses that may not be added to the list. The cross join makes SQLite look
 * up each address in the index. Otherwise it reads the suppressions of the account for each.
 */
export async function selectSuppressedKeys(
  db: Executor,
  { accountId, listId }: ListRef,
  addresses: readonly StoredForm[],
): Promise<ReadonlySet<string>> {
  const source = dialectOf(db).records(addresses, { key: 'text', stored: 'text' })
  const { rows } = await sql<{ key: string }>`
    select r.key as key from ${source} as r cross join suppressions s
    where s.account_id = ${accountId} and s.email_key = r.stored and ${keepsOff(listId)}
  `.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** Returns the suppressions of one address, under any of its keys, that keep it off the list. */
export const selectSuppressionsByKey = (
  db: Executor,
  { accountId, listId }: ListRef,
  emailKeys: readonly string[],
): Promise<Suppression[]> =>
  db
    .selectFrom('suppressions as s')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('email_key', 'in', emailKeys)
    .where(keepsOff(listId))
    .orderBy('id')
    .execute()

/** Returns the suppressions of one address, under any of its keys, in the whole account. */
export const selectSuppressionsOfAddress = (
  db: Executor,
  accountId: number,
  emailKeys: readonly string[],
): Promise<Suppression[]> =>
  db
    .selectFrom('suppressions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('email_key', 'in', emailKeys)
    .orderBy('id')
    .execute()
