import { existsSync, renameSync } from 'node:fs'
import { Kysely, sql } from 'kysely'
import { Failure } from '../../core/failure.ts'
import type { Executor } from './dialect.ts'
import { migrationNames } from './migrate.ts'
import type { Table } from './move-pages.ts'
import { makeFilesPrivate } from './private-files.ts'
import { readerDialect } from './reader.ts'
import type { Tables } from './schema.ts'
import { DatabaseThread } from './thread.ts'

/** Opens the file read-only. Its schema must match this program. */
export async function openSource(file: string): Promise<Executor> {
  const db = new Kysely<Tables>({ dialect: readerDialect(file) })
  try {
    await checkSchema(db, file)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Refuses a schema of another version, and a database that is not ours. */
export async function checkSchema(db: Executor, path: string): Promise<void> {
  const done = await appliedMigrations(db).catch((cause) => {
    throw new Failure('not_a_database', { values: { path } }, { cause })
  })
  const newer = done.find((name) => !migrationNames.includes(name))
  if (newer) throw new Failure('schema_newer', { values: { migration: newer } })
  const older = migrationNames.find((name) => !done.includes(name))
  if (older) throw new Failure('schema_older', { values: { migration: older } })
}

async function appliedMigrations(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Lists our tables. It leaves out the tables of SQLite and of the migrator, which the target
 * creates itself, and the table of words, which is virtual and has no rows to read. It also leaves out the
 * processes: on SQLite a row says nothing about life, and on PostgreSQL that of a killed process would count
 * as living, so its work would not be taken over.
 */
export async function tablesOf(source: Executor): Promise<Table[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list
    where schema = 'main' and type = 'table' and substr(name, 1, 7) not in ('sqlite_', 'kysely_')
      and name <> 'processes'
    order by name
  `.execute(source)
  return Promise.all(rows.map(({ name }) => describeTable(source, name)))
}

type ColumnInfo = Table['columns'][number] & { place: number }

async function describeTable(source: Executor, name: string): Promise<Table> {
  const { rows } = await sql<ColumnInfo>`
    select name, lower(type) as type, pk as place from pragma_table_info(${name}) order by cid
  `.execute(source)
  const keys = rows.filter(({ place }) => place > 0).sort((a, b) => a.place - b.place)
  return {
    name,
    columns: rows.map((column) => ({ name: column.name, type: column.type })),
    key: keys.map((column) => column.name),
  }
}

export async function countRows(db: Executor, { name }: Table): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(name)}
  `.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the last id of each table. The id of a deleted row must never identify another row. */
export async function lastIds(source: Executor): Promise<{ name: string; seq: number }[]> {
  const { rows } = await sql<{ name: string; seq: number }>`
    select name, seq from sqlite_sequence where seq > 0
  `.execute(source)
  return rows
}

/**
 * Renames a file after the move. A service started on the old file by mistake would send the same
 * messages as the new one. Returns the new name.
 */
export async function renameMoved(file: string): Promise<string> {
  const thread = new DatabaseThread(file)
  // Merges the log that a killed service may have left beside the file.
  await thread.ask('pragma wal_checkpoint(truncate)', [])
  await thread.end()
  let name = `${file}.moved`
  for (let next = 2; existsSync(name); next++) name = `${file}.moved-${next}`
  renameSync(file, name)
  makeFilesPrivate(file)
  return name
}
