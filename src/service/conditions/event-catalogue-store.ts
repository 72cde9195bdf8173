import { sql } from 'kysely'
import type { PropertyType } from '../../contract/shapes/custom-event.ts'
import type { Executor } from '../database/dialect.ts'

/** How many of the last events show which currencies are in use. */
const sampled = 100

/** Returns the currencies of the last events with a name; an empty one for events without. */
export async function selectCurrencies(
  db: Executor,
  accountId: number,
  nameId: number,
): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select distinct r.currency from (
      select e.currency from custom_events e
      where e.account_id = ${accountId} and e.name_id = ${nameId}
      order by e.at desc limit ${sampled}
    ) as r order by 1
  `.execute(db)
  return rows.map(({ currency }) => currency)
}

export async function selectNames(db: Executor, accountId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('event_names')
    .select('name')
    .where('account_id', '=', accountId)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** The properties that the catalogue lists; more would make it too large to read. */
const maxListed = 5000

/** Returns all names with their properties, in alphabetical order. */
export async function selectEventProperties(
  db: Executor,
  accountId: number,
): Promise<{ name: string; properties: { property: string; type: PropertyType }[] }[]> {
  const names = await selectNames(db, accountId)
  const rows = await db
    .selectFrom('event_properties as p')
    .innerJoin('event_names as n', (join) =>
      join.onRef('n.account_id', '=', 'p.account_id').onRef('n.id', '=', 'p.name_id'),
    )
    .select(['n.name', 'p.property', 'p.type'])
    .where('p.account_id', '=', accountId)
    .orderBy('n.name')
    .orderBy('p.property')
    .limit(maxListed)
    .execute()
  const byName = new Map(names.map((name) => [name, [] as (typeof rows)[number][]]))
  for (const row of rows) byName.get(row.name)?.push(row)
  return [...byName].map(([name, properties]) => ({
    name,
    properties: properties.map(({ property, type }) => ({ property, type: type as PropertyType })),
  }))
}
