import { sql } from 'kysely'
import { type ContactStatus, contactStatuses } from '../../contract/shapes/contact.ts'
import { Failure } from '../../core/failure.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { ListRow } from '../database/schema/list.ts'

/** A list as it is read. */
export type List = Omit<ListRow, 'id' | 'public_by_id' | 'form_origins'> & {
  id: number
  public_by_id: 0 | 1
  form_origins: string
}

/** Whose list it is, is part of asking for it. */
export interface ListPlace {
  accountId: number
  listId: number
}

export async function findList(db: Executor, { accountId, listId }: ListPlace): Promise<List> {
  const list = await db
    .selectFrom('lists')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', listId)
    .executeTakeFirst()
  if (!list) throw new Failure('not_found')
  return list
}

export async function ownsList(db: Executor, { accountId, listId }: ListPlace): Promise<boolean> {
  const list = await db
    .selectFrom('lists')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', listId)
    .executeTakeFirst()
  return list !== undefined
}

/** Of whatever account: only for a subscriber, whose name says the list. */
export const findListById = (db: Executor, listId: number): Promise<List | undefined> =>
  db.selectFrom('lists').selectAll().where('id', '=', listId).executeTakeFirst()

/** By the id that is given to the public, or by its number where the owner allows that. */
export const findPublicList = (db: Executor, name: string | number): Promise<List | undefined> =>
  db
    .selectFrom('lists')
    .selectAll()
    .where((where) => {
      const byPublicId = where('public_id', '=', String(name))
      if (!/^\d{1,15}$/.test(String(name))) return byPublicId
      return where.or([
        byPublicId,
        where.and([where('id', '=', Number(name)), where('public_by_id', '=', 1)]),
      ])
    })
    .executeTakeFirst()

export type NewList = Omit<List, 'id' | 'form_origins'> & { form_origins?: string }

/** A name stands once in an account: lists are called by it at the command line. */
export async function insertList(db: Executor, list: NewList): Promise<number> {
  const { id } = await namedOnce(db, () =>
    db.insertInto('lists').values(list).returning('id').executeTakeFirstOrThrow(),
  )
  return id
}

export type ListChange = Partial<Omit<NewList, 'account_id' | 'public_id' | 'created_at'>>

export async function updateList(
  db: Executor,
  { accountId, listId }: ListPlace,
  change: ListChange,
): Promise<void> {
  await namedOnce(db, () =>
    db
      .updateTable('lists')
      .set(change)
      .where('account_id', '=', accountId)
      .where('id', '=', listId)
      .execute(),
  )
}

async function namedOnce<T>(db: Executor, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (dialectOf(db).isUniqueViolation(error)) throw new Failure('already_exists')
    throw error
  }
}

export async function deleteListRow(db: Executor, { accountId, listId }: ListPlace): Promise<void> {
  await db.deleteFrom('list_fields').where('list_id', '=', listId).execute()
  await db
    .deleteFrom('lists')
    .where('account_id', '=', accountId)
    .where('id', '=', listId)
    .execute()
}

/** In these a campaign needs none of its lists any more, or not yet. */
const idleStatuses = ['draft', 'sent', 'cancelled', 'failed']

/** An excluded list counts too: without it people would be mailed who must not be. */
export async function isUsedByCampaign(db: Executor, listId: number): Promise<boolean> {
  const used = await db
    .selectFrom('campaign_lists')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_lists.campaign_id')
    .select('campaigns.id')
    .where('campaign_lists.list_id', '=', listId)
    .where('campaigns.status', 'not in', idleStatuses)
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}

export interface ListQuery {
  accountId: number
  limit: number
  order: 'asc' | 'desc'
  after?: number
  /** Anywhere in the name. */
  q?: string
}

export const selectLists = (db: Executor, query: ListQuery): Promise<List[]> => {
  const { accountId, limit, order, after, q } = query
  let lists = db
    .selectFrom('lists')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', order)
    .limit(limit + 1)
  if (after !== undefined) lists = lists.where('id', order === 'asc' ? '>' : '<', after)
  if (q) lists = lists.where(sql<boolean>`lower(name) like ${containing(q)} escape '\\'`)
  return lists.execute()
}

const containing = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

export type Counts = Record<ContactStatus, number>

export const totalOf = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

const noContacts = (): Counts =>
  Object.fromEntries(contactStatuses.map((status) => [status, 0])) as Counts // every status is there

/** How many contacts of each status are on each of the lists. */
export async function countContacts(
  db: Executor,
  listIds: readonly number[],
): Promise<(listId: number) => Counts> {
  const counts = new Map(listIds.map((id) => [id, noContacts()]))
  const countsOf = (listId: number) => counts.get(listId) ?? noContacts()
  if (listIds.length === 0) return countsOf
  const rows = await db
    .selectFrom('list_counts')
    .select((select) => ['list_id', 'status', select.fn.sum<number>('contacts').as('count')])
    .where('list_id', 'in', listIds)
    .groupBy(['list_id', 'status'])
    .execute()
  for (const { list_id, status, count } of rows) {
    countsOf(list_id)[status as ContactStatus] = count // the column holds nothing else
  }
  return countsOf
}

export const dayMs = 86_400_000

/** Who joined and who left since, by UTC day. */
export async function growthOf(
  reader: Executor,
  listId: number,
  since: number,
): Promise<Map<number, { joined: number; left: number }>> {
  const byDay = async (column: 'created_at' | 'unsubscribed_at') => {
    const day = sql<number>`${sql.ref(column)} - ${sql.ref(column)} % ${sql.lit(dayMs)}`
    return reader
      .selectFrom('contacts')
      .select((select) => [day.as('day'), select.fn.countAll<number>().as('count')])
      .where('list_id', '=', listId)
      .where(column, '>=', since)
      .groupBy(day)
      .execute()
  }
  const days = new Map<number, { joined: number; left: number }>()
  const at = (day: number) => {
    const known = days.get(day) ?? { joined: 0, left: 0 }
    days.set(day, known)
    return known
  }
  for (const { day, count } of await byDay('created_at')) at(day).joined = count
  for (const { day, count } of await byDay('unsubscribed_at')) at(day).left = count
  return days
}
