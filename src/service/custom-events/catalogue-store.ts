import { sql } from 'kysely'
import type { PropertyType } from '../../contract/shapes/custom-event.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'

/** The names of events that an account can have. More would be ids in the place of names. */
export const maxNames = 500

/** The properties of the events with one name. */
export const maxPropertiesOfName = 200

/** Returns the ids of names, as far as they are known. */
export async function selectNameIds(
  db: Executor,
  accountId: number,
  names: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('event_names')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('name', 'in', names)
    .execute()
  return new Map(rows.map(({ id, name }) => [name, id]))
}

export async function findName(
  db: Executor,
  accountId: number,
  nameId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('event_names')
    .select('name')
    .where('account_id', '=', accountId)
    .where('id', '=', nameId)
    .executeTakeFirst()
  return row?.name
}

export async function countNames(db: Executor, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('event_names')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Names in alphabetical order, so that two transactions never wait for each other. */
export async function insertNames(
  tx: Executor,
  accountId: number,
  names: readonly string[],
  now: number,
): Promise<void> {
  await tx
    .insertInto('event_names')
    .values(
      [...names].sort().map((name) => ({
        ...{ account_id: accountId, name, count: 0 },
        ...{ first_at: now, last_at: now },
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doNothing())
    .execute()
}

interface KnownProperty {
  name_id: number
  property: string
  type: PropertyType
}

export async function selectProperties(
  db: Executor,
  accountId: number,
  nameIds: readonly number[],
): Promise<KnownProperty[]> {
  const rows = await db
    .selectFrom('event_properties')
    .select(['name_id', 'property', 'type'])
    .where('account_id', '=', accountId)
    .where('name_id', 'in', nameIds)
    .execute()
  return rows as KnownProperty[] // only the next function writes types
}

export async function insertProperties(
  tx: Executor,
  accountId: number,
  properties: readonly KnownProperty[],
): Promise<void> {
  const rows = [...properties]
    .sort((a, b) => a.name_id - b.name_id || (a.property < b.property ? -1 : 1))
    .map((property) => ({ account_id: accountId, ...property }))
  const source = dialectOf(tx).records(rows, {
    ...{ account_id: 'int', name_id: 'int', property: 'text', type: 'text' },
  })
  await sql`
    insert into event_properties (account_id, name_id, property, type)
    select account_id, name_id, property, type from ${source} as r where true
    on conflict do nothing
  `.execute(tx)
}

/** Adds events to the counts of their names. */
export async function countInNames(
  tx: Executor,
  accountId: number,
  counts: readonly { name_id: number; count: number; first_at: number; last_at: number }[],
): Promise<void> {
  for (const { name_id, count, first_at, last_at } of [...counts].sort(
    (a, b) => a.name_id - b.name_id,
  )) {
    await sql`
      update event_names set count = count + ${count},
        first_at = case when count = 0 or first_at > ${first_at} then ${first_at} else first_at end,
        last_at = case when count = 0 or last_at < ${last_at} then ${last_at} else last_at end
      where account_id = ${accountId} and id = ${name_id}
    `.execute(tx)
  }
}

interface CataloguePage {
  after: string | undefined
  limit: number
  order: 'asc' | 'desc'
}

export function listNames(db: Executor, accountId: number, { after, limit, order }: CataloguePage) {
  let query = db
    .selectFrom('event_names')
    .select(['name', 'count', 'first_at', 'last_at'])
    .where('account_id', '=', accountId)
    .where('count', '>', 0)
  if (after !== undefined) query = query.where('name', order === 'desc' ? '<' : '>', after)
  return query.orderBy('name', order).limit(limit).execute()
}

export function listProperties(
  db: Executor,
  accountId: number,
  {
    after,
    limit,
    order,
    name,
  }: Omit<CataloguePage, 'after'> & {
    after: readonly [string, string] | undefined
    name: string | undefined
  },
) {
  let query = db
    .selectFrom('event_properties as p')
    .innerJoin('event_names as n', (join) =>
      join.onRef('n.account_id', '=', 'p.account_id').onRef('n.id', '=', 'p.name_id'),
    )
    .select(['n.name as event', 'p.property', 'p.type'])
    .where('p.account_id', '=', accountId)
  if (name !== undefined) query = query.where('n.name', '=', name)
  if (after) {
    const comparison = sql.raw(order === 'desc' ? '<' : '>')
    query = query.where(sql<boolean>`(n.name, p.property) ${comparison} (${after[0]}, ${after[1]})`)
  }
  return query.orderBy('n.name', order).orderBy('p.property', order).limit(limit).execute()
}
