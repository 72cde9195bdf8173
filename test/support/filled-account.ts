import { sql, type TableMetadata } from 'kysely'
import type { Executor } from '../../src/service/database/dialect.ts'
import { type Owned, ofAccount } from '../../src/service/purge/owned.ts'
import { tablesOf } from './tables.ts'

/** Rows of one statement, within what SQLite has binds for. */
const atOnce = 200

let last = 0

/** All that the purge names, with the tables on which things hang before these. */
export const everyOwned = (owned: readonly Owned[] = ofAccount): Owned[] =>
  owned.flatMap((each) => [each, ...everyOwned(each.parts ?? [])])

/** Rows of an account in every table that can hold one, made of the columns that the table has. */
export async function fillAccount(
  db: Executor,
  accountId: number,
  countOf: (table: string) => number = () => 2,
): Promise<void> {
  const tables = new Map((await tablesOf(db)).map((table) => [table.name, table]))
  let list = 0
  // The database counts contacts in the rows of their list.
  const listsFirst = [...ofAccount].sort((one) => (one.table === 'lists' ? -1 : 0))
  for (const owned of listsFirst) await fill(owned, accountId)

  async function fill({ table, by, parts = [] }: Owned, owner: number): Promise<void> {
    const { columns } = tables.get(table) as TableMetadata // every table of the list is in the schema
    const rows = Array.from({ length: countOf(table) }, (): Record<string, unknown> => {
      const needed = columns
        .filter(({ name }) => name !== 'id')
        .filter(({ isNullable, hasDefaultValue }) => !isNullable && !hasDefaultValue)
        .map(({ name, dataType }) => [name, madeUp(dataType)] as const)
      const account = columns.some(({ name }) => name === 'account_id') && {
        account_id: accountId,
      }
      const place = table === 'contacts' && { list_id: list }
      return { ...Object.fromEntries(needed), ...account, ...place, [by]: owner }
    })
    const hasId = columns.some(({ name }) => name === 'id')
    for (let start = 0; start < rows.length; start += atOnce) {
      const slice = rows.slice(start, start + atOnce)
      const names = Object.keys(slice[0] ?? {})
      const values = slice.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`)
      const { rows: made } = await sql<{ id: number }>`
        insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
        values ${sql.join(values)} returning ${hasId ? sql`id` : sql`0 as id`}
      `.execute(db)
      const [first] = made
      if (table === 'lists') list = first?.id ?? 0
      if (start === 0 && first) for (const part of parts) await fill(part, first.id)
    }
  }
}

/** Different each time: what is unique stays so. */
function madeUp(dataType: string): unknown {
  last++
  if (/blob|bytea/i.test(dataType)) return Buffer.from([last % 256])
  return /int|real|double/i.test(dataType) ? last : `value ${last}`
}

/** How many rows each table holds. */
export async function countRows(db: Executor): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await tablesOf(db)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)}
    `.execute(db)
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}
