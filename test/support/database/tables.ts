import type { TableMetadata } from 'kysely'
import type { Executor } from '../../../src/service/database/dialect.ts'

/**
 * Returns the tables of the database, read from its schema, so that new tables are included. Omits
 * SQLite's full-text index of names, because its tables cannot be read row by row, and the partitions of
 * tables, whose rows are read through their table.
 */
export async function tablesOf(db: Executor): Promise<TableMetadata[]> {
  const tables = await db.introspection.getTables()
  return tables.filter(({ name }) => !/^contacts_words|_(past|default|\d{4}_\d\d)$/.test(name))
}
