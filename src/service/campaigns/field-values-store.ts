import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'

type MergeValue = string | number | boolean | null
export type FieldValues = Record<string, MergeValue>

interface ValueRow {
  contact_id: number
  key: string
  type: string
  text: string | null
  number: number | null
  time: number | null
}

/** Returns the custom fields of contacts by key, as merge tags see them. Dates are Unix seconds. */
export async function fieldValuesOf(
  db: Executor,
  accountId: number,
  contacts: readonly number[],
): Promise<Map<number, FieldValues>> {
  const ids = dialectOf(db).records(
    contacts.map((id) => ({ wanted: id })),
    { wanted: 'int' },
  )
  const { rows } = await sql<ValueRow>`
    select v.contact_id, f.key, f.type, v.text, v.number, v.time
    from ${ids} as w
    join contact_values v on v.account_id = ${accountId} and v.contact_id = w.wanted
    join list_fields f on f.account_id = v.account_id and f.id = v.field_id
    order by v.contact_id, v.field_id, v.position
  `.execute(db)
  const found = new Map<number, FieldValues>()
  for (const row of rows) {
    const values = found.get(row.contact_id) ?? {}
    found.set(row.contact_id, values)
    const before = row.type === 'multi' ? values[row.key] : undefined
    values[row.key] = before === undefined ? mergeValueOf(row) : `${before}, ${mergeValueOf(row)}`
  }
  return found
}

function mergeValueOf({ type, text, number, time }: ValueRow): MergeValue {
  if (type === 'boolean') return number === 1
  return text ?? number ?? time
}
