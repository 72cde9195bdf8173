import { sql } from 'kysely'
import type { ConditionScope } from '../conditions/check.ts'
import type { compileEachForAll, JoinedCondition } from '../conditions/compile-store.ts'
import { isSendable } from '../contacts/sendable-store.ts'
import { asContact, type Contact, contactColumns } from '../contacts/store.ts'
import type { Condition } from '../database/condition.ts'
import type { Executor } from '../database/dialect.ts'

/** Restricts a condition to a list, if there is one. */
export const isOnList = (listId: number | null, condition: Condition): Condition =>
  listId === null ? condition : sql`contacts.list_id = ${listId} and ${condition}`

/**
 * Restricts a query to the contacts of a scope. The condition on the id makes both databases read a
 * list in storage order instead of the order of addresses.
 */
const isInScope = ({ accountId, listId }: ConditionScope): Condition =>
  listId === null
    ? sql`contacts.list_id in (select l.id from lists l where l.account_id = ${accountId})
        and contacts.id > 0`
    : sql`contacts.list_id = ${listId} and contacts.id > 0`

/** A condition that looks each contact up: fast for a few. */
const alone = (condition: Condition): JoinedCondition => ({ joins: sql``, condition })

interface ContactCounts {
  total: number
  sendable: number
}

interface CountedContacts extends ContactCounts {
  /** The lowest contact id. */
  first: number | null
}

export async function countContacts(
  reader: Executor,
  scope: ConditionScope,
  { joins, condition }: JoinedCondition,
): Promise<CountedContacts> {
  const { rows } = await sql<CountedContacts>`
    select count(*) as total, count(*) filter (where ${isSendable}) as sendable,
      min(contacts.id) as first
    from contacts ${joins} where ${isInScope(scope)} and ${condition}
  `.execute(reader)
  return rows[0] ?? { total: 0, sendable: 0, first: null }
}

/** Counts the matches of each condition in one pass over the contacts. */
export async function countEach(
  reader: Executor,
  scope: ConditionScope,
  { joins, conditions }: ReturnType<typeof compileEachForAll>,
): Promise<number[]> {
  const counts = conditions.map(
    (condition, index) => sql`count(*) filter (where ${condition}) as ${sql.ref(`c${index}`)}`,
  )
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(counts)} from contacts ${joins} where ${isInScope(scope)}
  `.execute(reader)
  return conditions.map((_, index) => rows[0]?.[`c${index}`] ?? 0)
}

interface ContactPage {
  limit: number
  order: 'asc' | 'desc'
  after?: number | undefined
  /** The highest contact id to include. */
  until?: number | undefined
}

/** Returns contacts in id order, one more than `limit` if there are more. */
export async function selectMatching(
  reader: Executor,
  scope: ConditionScope,
  filter: Condition | JoinedCondition,
  { limit, order, after, until }: ContactPage,
): Promise<Contact[]> {
  const { joins, condition } = 'joins' in filter ? filter : alone(filter)
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  const start = after === undefined ? sql`` : sql`and contacts.id ${beyond} ${after}`
  const end = until === undefined ? sql`` : sql`and contacts.id <= ${until}`
  const { rows } = await sql<Contact>`
    select ${sql.join(contactColumns.map((name) => sql.ref(`contacts.${name}`)))}
    from contacts ${joins} where ${isInScope(scope)} and ${condition} ${start} ${end}
    order by contacts.id ${sql.raw(order)} limit ${limit + 1}
  `.execute(reader)
  return rows.map(asContact)
}

/** The id range in which a preview first looks for its sample. */
const sampledFirst = 1000

/** Fewer are found faster by testing all contacts than by looking up one after the other. */
const fewMatches = 1000

/** Returns the first contacts that were counted, without scanning those before them again. */
export async function selectSample(
  reader: Executor,
  scope: ConditionScope,
  { forEach, forAll }: { forEach: Condition; forAll: JoinedCondition },
  { total, first, limit }: { total: number; first: number; limit: number },
): Promise<Contact[]> {
  const page = { limit, order: 'asc', after: first - 1 } as const
  const until = first + sampledFirst
  const near = await selectMatching(reader, scope, forEach, { ...page, until })
  const isComplete = near.length >= Math.min(limit, total)
  const sample = isComplete
    ? near
    : await selectMatching(reader, scope, total < fewMatches ? forAll : forEach, page)
  return sample.slice(0, limit)
}

/** Returns the lists with matching contacts and their counts. */
export async function selectListCounts(
  reader: Executor,
  scope: ConditionScope,
  { joins, condition }: JoinedCondition,
): Promise<{ listId: number; contacts: number }[]> {
  const { rows } = await sql<{ list_id: number; contacts: number }>`
    select contacts.list_id, count(*) as contacts from contacts ${joins}
    where ${isInScope(scope)} and ${condition}
    group by contacts.list_id order by contacts.list_id
  `.execute(reader)
  return rows.map(({ list_id, contacts }) => ({ listId: list_id, contacts }))
}

/** Returns the remaining contact quota of an account. Does not reserve it. */
export async function remainingContactQuota(db: Executor, accountId: number): Promise<number> {
  const { contacts_max, contacts_used } = await db
    .selectFrom('accounts')
    .select(['contacts_max', 'contacts_used'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return contacts_max - contacts_used
}
