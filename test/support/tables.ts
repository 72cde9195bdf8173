import type { TableMetadata } from 'kysely'
import type { Executor } from '../../src/service/database/dialect.ts'

/**
 * The tables whose rows a query tells, from the database itself, so that a new one is among them. Not the
 * words of names on SQLite: that table answers to words alone, and keeps them in tables of its own.
 */
export async function tablesOf(db: Executor): Promise<TableMetadata[]> {
  const tables = await db.introspection.getTables()
  return tables.filter(({ name }) => !/^contacts_words/.test(name))
}
