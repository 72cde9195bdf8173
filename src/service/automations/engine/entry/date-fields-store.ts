import { sql } from 'kysely'
import { dialectOf, type Executor } from '../../../database/dialect.ts'

/** Finds a date field of a list by key or id; undefined if there is none. */
export async function findDateField(
  db: Executor,
  { accountId, listId, field }: { accountId: number; listId: number; field: string },
): Promise<number | undefined> {
  const found = await db
    .selectFrom('list_fields')
    .select('id')
    .where('account_id', '=', accountId)
    .where('list_id', '=', listId)
    .where('type', '=', 'date')
    .where(({ eb, or }) => or([eb('key', '=', field), eb(sql`cast(id as text)`, '=', field)]))
    .executeTakeFirst()
  return found?.id
}

/** Returns the next contacts with a date in one of the ranges, in seconds. */
export async function selectContactsByDate(
  reader: Executor,
  fieldId: number,
  ranges: readonly { from: number; until: number }[],
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = ranges.map(({ from, until }) => ({ low: from, high: until }))
  const source = dialectOf(reader).records(rows, { low: 'int', high: 'int' })
  const { rows: found } = await sql<{ contact_id: number }>`
    select v.contact_id from ${source} as r join contact_values v
      on v.field_id = ${fieldId} and v.time >= r.low and v.time < r.high and v.time is not null
    where v.contact_id > ${after} order by v.contact_id limit ${limit}
  `.execute(reader)
  return found.map(({ contact_id }) => contact_id)
}
