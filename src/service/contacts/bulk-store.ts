import { sql } from 'kysely'
import type { ContactStatus } from '../../contract/shapes/contact.ts'
import type { Condition } from '../database/condition.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { foldName } from '../lists/fields/fold-name.ts'
import type { ListPlace } from '../lists/store.ts'
import { endOf } from './store.ts'

export interface ContactFilter {
  status?: ContactStatus | undefined
  /** What the address or the name begins with. */
  q?: string | undefined
  tag?: string | undefined
  segment?: Condition | undefined
  /** The last contact that may be found. */
  until: number
}

function conditionOf(
  { accountId, listId }: ListPlace,
  { status, q, tag, segment, until }: ContactFilter,
): Condition {
  const conditions: Condition[] = [
    sql`contacts.account_id = ${accountId} and contacts.list_id = ${listId}`,
    sql`contacts.id <= ${until}`,
  ]
  if (status !== undefined) conditions.push(sql`contacts.status = ${status}`)
  if (q) {
    const [address, name] = [q.trim().toLowerCase(), foldName(q.trim())]
    conditions.push(sql`(
      (contacts.email_key >= ${address} and contacts.email_key < ${endOf(address)}) or
      (contacts.nombre_key >= ${name} and contacts.nombre_key < ${endOf(name)})
    )`)
  }
  if (tag !== undefined) {
    conditions.push(sql`exists (
      select 1 from contact_tags t where t.contact_id = contacts.id and t.tag = ${tag}
    )`)
  }
  if (segment !== undefined) conditions.push(sql`(${segment})`)
  return sql.join(conditions, sql` and `) as Condition // an `and` of conditions is one
}

/** The newest contact of a list; 0 where there is none. */
export async function lastContactId(db: Executor, { listId }: ListPlace): Promise<number> {
  const row = await db
    .selectFrom('contacts')
    .select('id')
    .where('list_id', '=', listId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

export async function countMatching(
  reader: Executor,
  place: ListPlace,
  filter: ContactFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from contacts where ${conditionOf(place, filter)}
  `.execute(reader)
  return rows[0]?.count ?? 0
}

export async function selectMatchingIds(
  reader: Executor,
  place: ListPlace,
  filter: ContactFilter,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select contacts.id as id from contacts
    where ${conditionOf(place, filter)} and contacts.id > ${after}
    order by contacts.id limit ${limit}
  `.execute(reader)
  return rows.map(({ id }) => id)
}

/** Who of these is meant still: they were found before the transaction began. */
export async function selectStillMatching(
  tx: Executor,
  place: ListPlace,
  filter: ContactFilter,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select contacts.id as id from contacts
    where contacts.id in ${idsIn(tx, ids)} and ${conditionOf(place, filter)} order by contacts.id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

export interface ContactNames {
  ids: readonly number[]
  keys: readonly string[]
}

export async function selectIdsNamed(
  tx: Executor,
  { accountId, listId }: ListPlace,
  { ids, keys }: ContactNames,
): Promise<number[]> {
  const named = dialectOf(tx).records(
    keys.map((email_key) => ({ email_key })),
    { email_key: 'text' },
  )
  const { rows } = await sql<{ id: number }>`
    select contacts.id as id from contacts
    where account_id = ${accountId} and list_id = ${listId} and
      (id in ${idsIn(tx, ids)} or email_key in (select email_key from ${named} as r))
    order by id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Contacts as one bind, for an `in`. */
export const idsIn = (db: Executor, ids: readonly number[]) => {
  const source = dialectOf(db).records(
    ids.map((id) => ({ id })),
    { id: 'int' },
  )
  return sql`(select id from ${source} as ids)`
}

/** Gives one tag to contacts; tells those that had it not. */
export async function addTagTo(
  tx: Executor,
  ids: readonly number[],
  tag: string,
): Promise<number[]> {
  const { rows } = await sql<{ contact_id: number }>`
    insert into contact_tags (contact_id, tag)
    select contacts.id, ${tag} from contacts where contacts.id in ${idsIn(tx, ids)}
    on conflict do nothing returning contact_id
  `.execute(tx)
  return rows.map(({ contact_id }) => contact_id)
}

/** Takes one tag from contacts; tells those that had it. */
export async function removeTagFrom(
  tx: Executor,
  ids: readonly number[],
  tag: string,
): Promise<number[]> {
  const { rows } = await sql<{ contact_id: number }>`
    delete from contact_tags where contact_id in ${idsIn(tx, ids)} and tag = ${tag}
    returning contact_id
  `.execute(tx)
  return rows.map(({ contact_id }) => contact_id)
}

/** What hangs on contacts was changed: they are other versions now. */
export async function touchContacts(
  tx: Executor,
  ids: readonly number[],
  now: number,
): Promise<void> {
  await sql`
    update contacts set version = version + 1, updated_at = ${now} where id in ${idsIn(tx, ids)}
  `.execute(tx)
}
