import { sql } from 'kysely'
import type { suppressionTypes } from '../../../contract/shapes/suppression.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import type { SuppressionRow } from '../../database/schema/contact.ts'
import type { ListRef } from '../../lists/store.ts'

export type SuppressionType = (typeof suppressionTypes)[number]

/** A suppression as it is read. `list_id` 0 covers the whole account. */
export type Suppression = Omit<SuppressionRow, 'id'> & { id: number }

interface NewSuppression {
  accountId: number
  /** 0: the whole account. */
  listId: number
  emailKey: string
  /** Null once the person was erased. */
  email: string | null
  type: SuppressionType
  reason: string
  campaignId: number | null
  now: number
}

/** Adds a suppression. A complaint replaces an existing one; any other type leaves it unchanged. */
export async function suppress(db: Executor, added: NewSuppression): Promise<void> {
  const row = {
    account_id: added.accountId,
    list_id: added.listId,
    email_key: added.emailKey,
    email: added.email,
    type: added.type,
    reason: added.reason,
    campaign_id: added.campaignId,
    created_at: added.now,
  }
  await db
    .insertInto('suppressions')
    .values(row)
    .onConflict((conflict) => {
      const same = conflict.columns(['account_id', 'email_key', 'list_id'])
      if (added.type !== 'complaint') return same.doNothing()
      const { type, reason, campaign_id } = row
      return same.doUpdateSet({ type, reason, campaign_id })
    })
    .execute()
}

interface SuppressedAddress {
  key: string
  email: string
}

/** Suppresses addresses on a list by the owner's decision. Returns how many were not suppressed before. */
export async function suppressAddresses(
  tx: Executor,
  { accountId, listId, now }: ListRef & { now: number },
  addresses: readonly SuppressedAddress[],
): Promise<number> {
  if (addresses.length === 0) return 0
  const source = dialectOf(tx).records(addresses, { key: 'text', email: 'text' })
  const { rows } = await sql`
    insert into suppressions
      (account_id, list_id, email_key, email, type, reason, campaign_id, created_at)
    select ${accountId}, ${listId}, key, email, 'manual', 'import', null, ${now}
    from ${source} as r where true
    on conflict (account_id, email_key, list_id) do nothing returning id
  `.execute(tx)
  return rows.length
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

/** An address, and one form in which a suppression may store it: as it is, or hashed. */
interface StoredForm {
  key: string
  stored: string
}

/** Returns the keys of the addresses that are suppressed on the list or on the whole account. */
export async function selectSuppressedKeys(
  db: Executor,
  { accountId, listId }: ListRef,
  addresses: readonly StoredForm[],
): Promise<ReadonlySet<string>> {
  const source = dialectOf(db).records(addresses, { key: 'text', stored: 'text' })
  const { rows } = await sql<{ key: string }>`
    select r.key as key from ${source} as r join suppressions s
    on s.account_id = ${accountId} and s.email_key = r.stored and s.list_id in (0, ${listId})
  `.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** Returns the suppressions of one address, under any of its keys, on the list and on the account. */
export const selectSuppressionsByKey = (
  db: Executor,
  { accountId, listId }: ListRef,
  emailKeys: readonly string[],
): Promise<Suppression[]> =>
  db
    .selectFrom('suppressions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('email_key', 'in', emailKeys)
    .where('list_id', 'in', [0, listId])
    .orderBy('id')
    .execute()

interface SuppressionQuery extends ListRef {
  type: SuppressionType | undefined
  order: 'asc' | 'desc'
  after: number | undefined
  limit: number
}

/**
 * Returns the suppressions of a list and of the whole account, in one order. Each of the two is read
 * along its own index and the results are merged.
 */
export async function selectSuppressions(
  reader: Executor,
  { accountId, listId, type, order, after, limit }: SuppressionQuery,
): Promise<Suppression[]> {
  const found = await Promise.all(
    [0, listId].map((id) => {
      let query = reader
        .selectFrom('suppressions')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('list_id', '=', id)
        .orderBy('id', order)
        .limit(limit)
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
