import { sql } from 'kysely'
import { Failure } from '../../core/failure.ts'
import { connectPostgres, type Database, refuseUnreachable } from './connect.ts'
import type { Executor } from './dialect.ts'
import { migrate } from './migrate.ts'
import type { Row, Table } from './move-pages.ts'

export interface Target extends Database {
  /** A table with rows in it: somebody's, or those of a move that was killed at its end. */
  taken: string | undefined
}

/** Makes our tables in an empty database; one that holds anything is left untouched. */
export async function openTarget(url: string): Promise<Target> {
  const database = connectPostgres(url)
  try {
    const tables = await database.db.introspection.getTables().catch(refuseUnreachable)
    const taken = await firstTaken(
      database.db,
      tables.map(({ name }) => name),
    )
    if (taken === undefined) await migrate(database.db, database.dialect)
    return { ...database, taken }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function firstTaken(db: Executor, tables: readonly string[]): Promise<string | undefined> {
  for (const table of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return table
  }
  return undefined
}

export const notEmpty = (table: string, cause?: unknown): Failure =>
  new Failure('database_not_empty', { values: { table } }, { cause })

/**
 * Nobody else comes in until the transaction ends, which a service that is started too early waits
 * for. Triggers rest, since what they write is copied; accounts may come before their parents.
 */
export async function makeReady(tx: Executor, tables: readonly Table[]): Promise<void> {
  const names = sql.join(tables.map(({ name }) => sql.table(name)))
  await sql`lock table ${names} in access exclusive mode`.execute(tx)
  const taken = await firstTaken(
    tx,
    tables.map(({ name }) => name),
  )
  if (taken !== undefined) throw notEmpty(taken)
  for (const { name } of tables) {
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(tx)
  }
  for (const { table, name } of await referencesOf(tx)) {
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)}
      deferrable initially deferred`.execute(tx)
  }
}

/** Everything as a service expects it. */
export async function makeGood(
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

/** A bind a column, however many rows: PostgreSQL takes 65,535 binds. */
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
