import { sql } from 'kysely'
import { type ContactStatus, contactStatuses } from '../../contract/shapes/contact.ts'
import { Failure } from '../../core/failure.ts'
import { dayMs } from '../../core/time.ts'
import type { Executor } from '../database/dialect.ts'
import { refuseTaken } from '../database/refuse-taken.ts'
import type { ListRow } from '../database/schema/list.ts'

/** A list as read from the database. */
export type List = Omit<ListRow, 'id' | 'public_by_id' | 'form_origins' | 'is_public'> & {
  id: number
  public_by_id: 0 | 1
  form_origins: string
  is_public: 0 | 1
}

/** Identifies a list. Every query checks the account as well. */
export interface ListRef {
  accountId: number
  listId: number
}

export async function findList(db: Executor, { accountId, listId }: ListRef): Promise<List> {
  const list = await db
    .selectFrom('lists')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', listId)
    .executeTakeFirst()
  if (!list) throw new Failure('not_found')
  return list
}

export async function ownsList(db: Executor, { accountId, listId }: ListRef): Promise<boolean> {
  const list = await db
    .selectFrom('lists')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', listId)
    .executeTakeFirst()
  return list !== undefined
}

/** Finds a list of any account. Only for subscribers, whose links name the list. */
export const findListById = (db: Executor, listId: number): Promise<List | undefined> =>
  db.selectFrom('lists').selectAll().where('id', '=', listId).executeTakeFirst()

const selectPublicList = (db: Executor, name: string | number) =>
  db
    .selectFrom('lists')
    .selectAll('lists')
    .where((where) => {
      const byPublicId = where('public_id', '=', String(name))
      if (!/^\d{1,15}$/.test(String(name))) return byPublicId
      return where.or([
        byPublicId,
        where.and([where('lists.id', '=', Number(name)), where('public_by_id', '=', 1)]),
      ])
    })

/** Returns the names of lists, in order of id. */
export const selectListNames = (
  db: Executor,
  listIds: readonly number[],
): Promise<{ id: number; name: string }[]> =>
  listIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('lists')
        .select(['id', 'name'])
        .where('id', 'in', listIds)
        .orderBy('id')
        .execute()

/** Finds a list by its public id, or by its numeric id if the owner allows that. */
export const findPublicList = (db: Executor, name: string | number): Promise<List | undefined> =>
  selectPublicList(db, name).executeTakeFirst()

/** Returns the lists of an account that are offered to everyone. */
export const selectOfferedLists = (
  db: Executor,
  { accountId, limit }: { accountId: number; limit: number },
): Promise<Pick<List, 'name' | 'public_id'>[]> =>
  db
    .selectFrom('lists')
    .select(['name', 'public_id'])
    .where('account_id', '=', accountId)
    .where('is_public', '=', 1)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Finds the list of a form's page in the same way. A suspended account has no pages. */
export const findFormList = (db: Executor, name: string | number): Promise<List | undefined> =>
  selectPublicList(db, name)
    .innerJoin('accounts', 'accounts.id', 'lists.account_id')
    .where('accounts.status', '=', 'active')
    .executeTakeFirst()

type NewList = Omit<List, 'id' | 'form_origins' | 'is_public'> & {
  form_origins?: string
  is_public?: 0 | 1
}

/** List names are unique in an account: the command line identifies lists by name. */
export async function insertList(db: Executor, list: NewList): Promise<number> {
  const { id } = await refuseTaken(db, list.name, () =>
    db.insertInto('lists').values(list).returning('id').executeTakeFirstOrThrow(),
  )
  if (list.form_origins !== undefined) await indexOrigins(db, id, list.form_origins)
  return id
}

/** Writes the origins of a list to the table that finds a list by its origin. */
async function indexOrigins(db: Executor, listId: number, serialized: string): Promise<void> {
  await db.deleteFrom('form_origins').where('list_id', '=', listId).execute()
  const origins: string[] = JSON.parse(serialized)
  if (origins.length === 0) return
  const rows = origins.map((origin) => ({ origin, list_id: listId }))
  await db.insertInto('form_origins').values(rows).execute()
}

type ListChange = Partial<Omit<NewList, 'account_id' | 'public_id' | 'created_at'>>

export async function updateList(
  db: Executor,
  { accountId, listId }: ListRef,
  change: ListChange,
): Promise<void> {
  await refuseTaken(db, change.name, () =>
    db
      .updateTable('lists')
      .set(change)
      .where('account_id', '=', accountId)
      .where('id', '=', listId)
      .execute(),
  )
  if (change.form_origins !== undefined) await indexOrigins(db, listId, change.form_origins)
}

export async function deleteListRow(db: Executor, { accountId, listId }: ListRef): Promise<void> {
  await db.deleteFrom('list_fields').where('list_id', '=', listId).execute()
  await db.deleteFrom('form_origins').where('list_id', '=', listId).execute()
  await db.deleteFrom('brands').where('list_id', '=', listId).execute()
  await db
    .deleteFrom('lists')
    .where('account_id', '=', accountId)
    .where('id', '=', listId)
    .execute()
}

/** Statuses in which a campaign no longer needs its lists, or not yet. */
const idleStatuses = ['draft', 'sent', 'cancelled', 'failed']

/**
 * Returns the name of a campaign that uses the list. Excluded lists count as used: without them the
 * campaign would reach people it must not. A draft does not: its check names what it has lost.
 */
export async function findCampaignOfList(
  db: Executor,
  listId: number,
): Promise<string | undefined> {
  const used = await db
    .selectFrom('campaign_lists')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_lists.campaign_id')
    .select('campaigns.camp_name')
    .where('campaign_lists.list_id', '=', listId)
    .where('campaigns.status', 'not in', idleStatuses)
    .where('campaigns.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return used?.camp_name
}

interface ListQuery {
  accountId: number
  limit: number
  order: 'asc' | 'desc'
  after?: number
  /** A substring of the name. */
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

/** Returns the number of contacts per status for each list. */
export async function countContacts(
  db: Executor,
  accountId: number,
  listIds: readonly number[],
): Promise<(listId: number) => Counts> {
  const counts = new Map(listIds.map((id) => [id, noContacts()]))
  const countsOf = (listId: number) => counts.get(listId) ?? noContacts()
  if (listIds.length === 0) return countsOf
  const rows = await db
    .selectFrom('list_counts')
    .select((select) => ['list_id', 'status', select.fn.sum<number>('contacts').as('count')])
    .where('account_id', '=', accountId)
    .where('list_id', 'in', listIds)
    .groupBy(['list_id', 'status'])
    .execute()
  for (const { list_id, status, count } of rows) {
    countsOf(list_id)[status as ContactStatus] = count // the column holds nothing else
  }
  return countsOf
}

/** Returns how many contacts joined and left since a time, by UTC day. */
export async function selectGrowth(
  reader: Executor,
  { accountId, listId }: ListRef,
  since: number,
): Promise<Map<number, { joined: number; left: number }>> {
  const byDay = async (column: 'created_at' | 'unsubscribed_at') => {
    const day = sql<number>`${sql.ref(column)} - ${sql.ref(column)} % ${sql.lit(dayMs)}`
    return reader
      .selectFrom('contacts')
      .select((select) => [day.as('day'), select.fn.countAll<number>().as('count')])
      .where('account_id', '=', accountId)
      .where('list_id', '=', listId)
      .where(column, '>=', since)
      .groupBy(day)
      .execute()
  }
  const days = new Map<number, { joined: number; left: number }>()
  const growthOn = (day: number) => {
    const known = days.get(day) ?? { joined: 0, left: 0 }
    days.set(day, known)
    return known
  }
  for (const { day, count } of await byDay('created_at')) growthOn(day).joined = count
  for (const { day, count } of await byDay('unsubscribed_at')) growthOn(day).left = count
  return days
}
