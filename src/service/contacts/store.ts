import { sql } from 'kysely'
import type { ContactStatus } from '../../contract/shapes/contact.ts'
import { storedAddress } from '../../core/address.ts'
import { Failure } from '../../core/failure.ts'
import { foldName } from '../../core/fold-name.ts'
import type { Condition } from '../database/condition.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { ContactRow } from '../database/schema/contact.ts'
import type { List, ListRef } from '../lists/store.ts'

/** A contact as read from the database. */
export type Contact = Omit<ContactRow, 'id' | 'nombre_key' | 'status'> & {
  id: number
  status: ContactStatus
}

export const contactColumns = [
  'id',
  'account_id',
  'list_id',
  'email',
  'email_key',
  'domain',
  'nombre',
  'status',
  'source',
  'version',
  'created_at',
  'updated_at',
  'confirmed_at',
  'unsubscribed_at',
  'last_open_at',
  'last_click_at',
] as const

// The column contains only statuses.
export const asContact = (row: Omit<Contact, 'status'> & { status: string }): Contact =>
  row as Contact

/** Finds a contact on any list. Only for the contact's own links, which stay valid after a move. */
export async function findContactAnywhere(db: Executor, id: number): Promise<Contact | undefined> {
  const row = await db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && asContact(row)
}

export async function findContactById(
  db: Executor,
  { accountId, listId }: ListRef,
  id: number,
): Promise<Contact | undefined> {
  const row = await db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && asContact(row)
}

export async function findContactByKey(
  db: Executor,
  list: List,
  emailKey: string,
): Promise<Contact | undefined> {
  const row = await db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('account_id', '=', list.account_id)
    .where('email_key', '=', emailKey)
    .where('list_id', '=', list.id)
    .executeTakeFirst()
  return row && asContact(row)
}

/** Returns contacts in the order of `ids`, without those deleted meanwhile. */
export async function selectContactsById(db: Executor, ids: readonly number[]): Promise<Contact[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, asContact(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns the contacts with an address on all lists of the account. */
export async function selectContactsOfAddress(
  db: Executor,
  { accountId, emailKey }: { accountId: number; emailKey: string },
): Promise<Contact[]> {
  const rows = await db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('account_id', '=', accountId)
    .where('email_key', '=', emailKey)
    .orderBy('id')
    .execute()
  return rows.map(asContact)
}

export const isContactId = (name: string): boolean => /^\d{1,15}$/.test(name)

/** Finds a contact by the id or address in a path. Throws `not_found`. */
export async function findContact(db: Executor, list: List, name: string): Promise<Contact> {
  const key = storedAddress(name)?.key
  const found = isContactId(name)
    ? await findContactById(db, { accountId: list.account_id, listId: list.id }, Number(name))
    : key && (await findContactByKey(db, list, key))
  if (!found) throw new Failure('not_found')
  return found
}

interface ContactQuery extends ListRef {
  limit: number
  order: 'asc' | 'desc'
  after?: number | undefined
  status?: ContactStatus | undefined
  /** A prefix of the address or the name. */
  q?: string | undefined
  updatedSince?: number | undefined
  conditions: readonly Condition[]
}

export async function selectContacts(db: Executor, query: ContactQuery): Promise<Contact[]> {
  const { accountId, listId, limit, order, after, status, q, updatedSince, conditions } = query
  let contacts = db
    .selectFrom('contacts')
    .select(contactColumns)
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .orderBy('id', order)
    .limit(limit + 1)
  if (after !== undefined) contacts = contacts.where('id', order === 'asc' ? '>' : '<', after)
  if (status !== undefined) contacts = contacts.where('status', '=', status)
  if (updatedSince !== undefined) contacts = contacts.where('updated_at', '>=', updatedSince)
  for (const condition of conditions) contacts = contacts.where(condition)
  if (q) {
    const [address, name] = [q.trim().toLowerCase(), foldName(q.trim())]
    contacts = contacts.where((where) =>
      where.or([
        where.and([where('email_key', '>=', address), where('email_key', '<', endOf(address))]),
        where.and([where('nombre_key', '>=', name), where('nombre_key', '<', endOf(name))]),
      ]),
    )
  }
  return (await contacts.execute()).map(asContact)
}

/** The upper bound of all texts with a prefix. Both databases compare by code points. */
export const endOf = (prefix: string): string => `${prefix}\u{10ffff}`

/** Returns the highest id of a list's contacts, or 0 for an empty list. */
export async function lastContactId(db: Executor, { listId }: ListRef): Promise<number> {
  const row = await db
    .selectFrom('contacts')
    .select('id')
    .where('list_id', '=', listId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

/** A subquery of ids for `in`, passed as one bind. */
export const idsIn = (db: Executor, ids: readonly number[]) => {
  const source = dialectOf(db).records(
    ids.map((id) => ({ id })),
    { id: 'int' },
  )
  return sql`(select id from ${source} as ids)`
}
