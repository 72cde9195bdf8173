import { sql } from 'kysely'
import type { ContactStatus } from '../../../contract/shapes/contact.ts'
import { foldName } from '../../../core/fold-name.ts'
import type { Condition } from '../../database/condition.ts'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import type { ListRef } from '../../lists/store.ts'
import { endOf, idsIn } from '../store.ts'

export interface ContactFilter {
  status?: ContactStatus | undefined
  /** A prefix of the address or the name. */
  q?: string | undefined
  tag?: string | undefined
  segment?: Condition | undefined
  /** The highest contact id to include. */
  until: number
}

function conditionOf(
  { accountId, listId }: ListRef,
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
  return sql.join(conditions, sql` and `) as Condition // an `and` of conditions is a condition
}

export async function countMatching(
  reader: Executor,
  listRef: ListRef,
  filter: ContactFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from contacts where ${conditionOf(listRef, filter)}
  `.execute(reader)
  return rows[0]?.count ?? 0
}

export async function selectMatchingIds(
  reader: Executor,
  listRef: ListRef,
  filter: ContactFilter,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select contacts.id as id from contacts
    where ${conditionOf(listRef, filter)} and contacts.id > ${after}
    order by contacts.id limit ${limit}
  `.execute(reader)
  return rows.map(({ id }) => id)
}

/**
 * Returns those of the contacts that still match: they were selected before the transaction began.
 */
export async function selectStillMatching(
  tx: Executor,
  listRef: ListRef,
  filter: ContactFilter,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select contacts.id as id from contacts
    where contacts.id in ${idsIn(tx, ids)} and ${conditionOf(listRef, filter)} order by contacts.id
  `.execute(tx)
  return rows.map(({ id }) => id)
}

interface ContactNames {
  ids: readonly number[]
  keys: readonly string[]
}

export async function selectIdsNamed(
  tx: Executor,
  { accountId, listId }: ListRef,
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
