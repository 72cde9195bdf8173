import { sql } from 'kysely'
import type { Ground } from '../conditions/check.ts'
import { isSendable } from '../contacts/sendable-store.ts'
import { asContact, type Contact, contactColumns } from '../contacts/store.ts'
import type { Condition } from '../database/condition.ts'
import type { Executor } from '../database/dialect.ts'

/** The condition, and of one list where there is one. */
export const isOnList = (listId: number | null, condition: Condition): Condition =>
  listId === null ? condition : sql`contacts.list_id = ${listId} and ${condition}`

/**
 * Whose contacts are asked. By the number after the list both databases walk a list in the order of
 * its contacts, as they lie, and not in that of their addresses.
 */
const isAsked = ({ accountId, listId }: Ground): Condition =>
  listId === null
    ? sql`contacts.list_id in (select l.id from lists l where l.account_id = ${accountId})
        and contacts.id > 0`
    : sql`contacts.list_id = ${listId} and contacts.id > 0`

export interface Reach {
  total: number
  sendable: number
}

export interface Counted extends Reach {
  /** The lowest number among them. */
  first: number | null
}

export async function countContacts(
  reader: Executor,
  ground: Ground,
  condition: Condition,
): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select count(*) as total, count(*) filter (where ${isSendable}) as sendable,
      min(contacts.id) as first
    from contacts where ${isAsked(ground)} and ${condition}
  `.execute(reader)
  return rows[0] ?? { total: 0, sendable: 0, first: null }
}

/** How many pass each of the conditions, in one walk over the contacts. */
export async function countEach(
  reader: Executor,
  ground: Ground,
  conditions: readonly Condition[],
): Promise<number[]> {
  const counts = conditions.map(
    (condition, index) => sql`count(*) filter (where ${condition}) as ${sql.ref(`c${index}`)}`,
  )
  const { rows } = await sql<Record<string, number>>`
    select ${sql.join(counts)} from contacts where ${isAsked(ground)}
  `.execute(reader)
  return conditions.map((_, index) => rows[0]?.[`c${index}`] ?? 0)
}

export interface ContactPage {
  limit: number
  order: 'asc' | 'desc'
  after?: number | undefined
  /** The highest number that is looked at. */
  until?: number | undefined
}

/** In order of their numbers; one more than `limit` where there are more. */
export async function selectMatching(
  reader: Executor,
  ground: Ground,
  condition: Condition,
  { limit, order, after, until }: ContactPage,
): Promise<Contact[]> {
  const beyond = sql.raw(order === 'asc' ? '>' : '<')
  const start = after === undefined ? sql`` : sql`and contacts.id ${beyond} ${after}`
  const end = until === undefined ? sql`` : sql`and contacts.id <= ${until}`
  const { rows } = await sql<Contact>`
    select ${sql.join(contactColumns.map((name) => sql.ref(`contacts.${name}`)))}
    from contacts where ${isAsked(ground)} and ${condition} ${start} ${end}
    order by contacts.id ${sql.raw(order)} limit ${limit + 1}
  `.execute(reader)
  return rows.map(asContact)
}

/** Numbers in which a preview looks for its sample before it looks through all. */
const sampledFirst = 1000

/** The first of those that were counted, without going through who comes before them once more. */
export async function sampleOf(
  reader: Executor,
  ground: Ground,
  condition: Condition,
  { total, first, limit }: { total: number; first: number; limit: number },
): Promise<Contact[]> {
  const page = { limit, order: 'asc', after: first - 1 } as const
  const until = first + sampledFirst
  const near = await selectMatching(reader, ground, condition, { ...page, until })
  const sample =
    near.length < Math.min(limit, total)
      ? await selectMatching(reader, ground, condition, page)
      : near
  return sample.slice(0, limit)
}

/** The lists that they are on, with how many on each. */
export async function listsWith(
  reader: Executor,
  ground: Ground,
  condition: Condition,
): Promise<{ listId: number; contacts: number }[]> {
  const { rows } = await sql<{ list_id: number; contacts: number }>`
    select contacts.list_id, count(*) as contacts from contacts
    where ${isAsked(ground)} and ${condition}
    group by contacts.list_id order by contacts.list_id
  `.execute(reader)
  return rows.map(({ list_id, contacts }) => ({ listId: list_id, contacts }))
}

/** How many contacts the account has room for. Whoever writes them takes the places themself. */
export async function placesLeft(db: Executor, accountId: number): Promise<number> {
  const { contacts_max, contacts_used } = await db
    .selectFrom('accounts')
    .select(['contacts_max', 'contacts_used'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return contacts_max - contacts_used
}
