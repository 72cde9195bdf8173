import { sql, type TableMetadata } from 'kysely'
import type { Executor } from '../../../src/service/database/dialect.ts'
import { accountTables, type OwnedTable } from '../../../src/service/database/owned-tables.ts'
import { tablesOf } from './tables.ts'

/** Rows per statement, within SQLite's limit of bound parameters. */
const batchSize = 200

let counter = 0

/** The tables that a purge empties, each before the tables that depend on it. */
export const flattenOwnedTables = (owned: readonly OwnedTable[] = accountTables): OwnedTable[] =>
  owned.flatMap((table) => [table, ...flattenOwnedTables(table.parts ?? [])])

/**
 * Inserts rows of an account into every table that can have them. The values follow from the types of the
 * columns, which may be those of an earlier version.
 */
export async function fillAccount(
  db: Executor,
  accountId: number,
  countOf: (table: string) => number = () => 2,
  described?: readonly TableMetadata[],
): Promise<void> {
  const tables = new Map(
    (described ?? (await tablesOf(db))).map((table) => [table.name, table] as const),
  )
  let list = 0
  // A trigger on contacts updates the counts in their list.
  const listsFirst = [...accountTables].sort((owned) => (owned.table === 'lists' ? -1 : 0))
  for (const owned of listsFirst) await fill(owned, accountId)

  async function fill(
    { table, keyColumns, ownerColumn, parts = [] }: OwnedTable,
    owner: number,
  ): Promise<void> {
    const metadata = tables.get(table)
    // A database of an earlier version has not all of them.
    if (!metadata) return
    const { columns } = metadata
    const isOfOne = Object.keys(keyColumns).join() === ownerColumn
    const length = isOfOne ? 1 : countOf(table)
    const rows = Array.from({ length }, (): Record<string, unknown> => {
      const needed = columns
        .filter(({ isAutoIncrementing }) => !isAutoIncrementing)
        .filter(({ isNullable, hasDefaultValue }) => !isNullable && !hasDefaultValue)
        .map(({ name, dataType }) => [name, uniqueValue(dataType)] as const)
      const accountColumn = columns.some(({ name }) => name === 'account_id') && {
        account_id: accountId,
      }
      const listColumn = table === 'contacts' && { list_id: list }
      return {
        ...Object.fromEntries(needed),
        ...accountColumn,
        ...listColumn,
        [ownerColumn]: owner,
      }
    })
    const hasId = columns.some(({ name }) => name === 'id')
    for (let start = 0; start < rows.length; start += batchSize) {
      const slice = rows.slice(start, start + batchSize)
      const names = Object.keys(slice[0] ?? {})
      const values = slice.map((row) => sql`(${sql.join(names.map((name) => row[name]))})`)
      const { rows: inserted } = await sql<{ id: number }>`
        insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
        values ${sql.join(values)} returning ${hasId ? sql`id` : sql`0 as id`}
      `.execute(db)
      const [first] = inserted
      if (table === 'lists') list = first?.id ?? 0
      if (start === 0 && first) for (const part of parts) await fill(part, first.id)
    }
  }
}

/** Returns a different value each time, so that unique constraints hold. */
function uniqueValue(dataType: string): unknown {
  counter++
  if (/blob|bytea/i.test(dataType)) return Buffer.from([counter % 256])
  return /int|real|double|float/i.test(dataType) ? counter : `value ${counter}`
}

/** Counts the rows of each table. */
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
