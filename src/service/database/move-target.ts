import { sql } from 'kysely'
import { Failure } from '../../core/failure.ts'
import { connectPostgres, type Database, refuseUnreachable } from './connect.ts'
import type { Executor } from './dialect.ts'
import { migrate } from './migrate.ts'
import type { Row, Table } from './move-pages.ts'
import { untimed } from './postgres/client.ts'

interface Target extends Database {
  /**
   * A table with rows: another installation's, or those of a move that was killed at the very end.
   */
  nonEmptyTable: string | undefined
}

/** Creates our tables in an empty database. A database that contains rows is left untouched. */
export async function openTarget(url: string): Promise<Target> {
  const database = connectPostgres(url, untimed)
  try {
    const tables = await database.db.introspection.getTables().catch(refuseUnreachable)
    const nonEmptyTable = await findNonEmptyTable(
      database.db,
      tables.map(({ name }) => name),
    )
    if (nonEmptyTable === undefined) await migrate(database.db, database.dialect)
    return { ...database, nonEmptyTable }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function findNonEmptyTable(
  db: Executor,
  tables: readonly string[],
): Promise<string | undefined> {
  for (const table of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return table
  }
  return undefined
}

export const notEmpty = (table: string, cause?: unknown): Failure =>
  new Failure('database_not_empty', { values: { table } }, { cause })

/**
 * Locks the tables until the transaction ends; a service that starts too early waits. Disables
 * triggers, because the rows that they write are copied too. Defers foreign keys, because an
 * account may be copied before its parent.
 */
export async function prepareTables(tx: Executor, tables: readonly Table[]): Promise<void> {
  // Behind a pooler, the connection may have the limits of another process.
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  const names = sql.join(tables.map(({ name }) => sql.table(name)))
  await sql`lock table ${names} in access exclusive mode`.execute(tx)
  const nonEmptyTable = await findNonEmptyTable(
    tx,
    tables.map(({ name }) => name),
  )
  if (nonEmptyTable !== undefined) throw notEmpty(nonEmptyTable)
  for (const { name } of tables) {
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx)
  }
  for (const { table, name } of await referencesOf(tx)) {
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)}
      deferrable initially deferred`.execute(tx)
  }
}

/** Enables constraints and triggers again, and sets the id sequences. */
export async function restoreTables(
  tx: Executor,
  tables: readonly Table[],
  lastIds: readonly { name: string; seq: number }[],
): Promise<void> {
  await sql`set constraints all immediate`.execute(tx)
  for (const { table, name } of await referencesOf(tx)) {
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)}
      not deferrable`.execute(tx)
  }
  for (const { name } of tables) {
    await sql`alter table ${sql.table(name)} enable trigger user`.execute(tx)
  }
  for (const { name, seq } of lastIds) {
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${seq})`.execute(tx)
  }
}

interface Reference {
  table: string
  name: string
}

async function referencesOf(tx: Executor): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select cast(cast(conrelid as regclass) as text) as "table", conname as name
    from pg_constraint where contype = 'f' and connamespace = cast(current_schema() as regnamespace)
  `.execute(tx)
  return rows
}

const types = { integer: 'bigint', text: 'text', real: 'double precision', blob: 'bytea' }

/** Inserts a page with one bind per column: PostgreSQL accepts at most 65,535 binds. */
export async function writePage(
  tx: Executor,
  { name, columns }: Table,
  rows: readonly Row[],
): Promise<void> {
  const cells = columns.map((column) => {
    const values = rows.map((row) => forPostgres(row[column.name] ?? null))
    return sql`cast(${values} as ${sql.raw(`${types[column.type]}[]`)})`
  })
  const names = sql.join(columns.map((column) => sql.ref(column.name)))
  await sql`
    insert into ${sql.table(name)} (${names}) select * from unnest(${sql.join(cells)})
  `.execute(tx)
}

const forPostgres = (cell: Row[string]) => (cell instanceof Uint8Array ? Buffer.from(cell) : cell)
