import { sql } from 'kysely'
import type { Executor } from '../../database/dialect.ts'
import { type AudienceFilter, isAddressed } from '../sending/audience-store.ts'
import type { CampaignLists } from '../store.ts'

interface SampleQuery {
  account: number
  lists: CampaignLists
  filter: AudienceFilter
  /** Only so many recipients are looked at. */
  limit: number
}

/** The first recipients, so that the work does not grow with the audience. */
const examined = ({ account, lists, filter, limit }: SampleQuery) => sql`(
  select contacts.id, contacts.email, contacts.nombre from contacts
  where +contacts.account_id = ${account} and contacts.list_id in (${sql.join(lists.included)})
    and ${isAddressed(lists.excluded, filter)}
  limit ${limit}
)`

export interface SampledContact {
  id: number
  email: string
  nombre: string
  /** How many values of custom fields it has. */
  filled: number
  /** The characters of its values. */
  length: number
}

/** Returns the first recipients with the number and the length of their values. */
export async function selectExamined(db: Executor, query: SampleQuery): Promise<SampledContact[]> {
  const { rows } = await sql<SampledContact>`
    select one.id, one.email, one.nombre, count(v.field_id) as filled,
      length(one.nombre) + coalesce(sum(length(v.text)), 0) as length
    from ${examined(query)} as one
    left join contact_values v on v.contact_id = one.id
    group by one.id, one.email, one.nombre
  `.execute(db)
  return rows.map((row) => ({ ...row, filled: Number(row.filled), length: Number(row.length) }))
}

interface CountedField {
  key: string
  /** The fields with this key, of all lists. Without any, it is the name of the contact. */
  ids: readonly number[]
}

/** Counts the recipients without a value in each field. */
export async function countEmpty(
  db: Executor,
  query: SampleQuery,
  fields: readonly CountedField[],
): Promise<{ total: number; empty: number[] }> {
  const columns = fields.map(({ ids }, index) => {
    const isEmpty =
      ids.length === 0
        ? sql`one.nombre = ''`
        : sql`not exists (
            select 1 from contact_values v
            where v.contact_id = one.id and v.field_id in (${sql.join(ids)})
          )`
    return sql`sum(case when ${isEmpty} then 1 else 0 end) as ${sql.ref(`empty_${index}`)}`
  })
  const { rows } = await sql<Record<string, number | string | null>>`
    select ${sql.join([sql`count(*) as total`, ...columns])} from ${examined(query)} as one
  `.execute(db)
  const [row = {}] = rows
  return {
    total: Number(row.total ?? 0),
    empty: fields.map((_, index) => Number(row[`empty_${index}`] ?? 0)),
  }
}
