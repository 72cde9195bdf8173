import { existsSync, renameSync } from 'node:fs'
import { Kysely, sql } from 'kysely'
import { Failure } from '../../core/failure.ts'
import type { Executor } from './dialect.ts'
import { migrationNames } from './migrate.ts'
import type { Table } from './move-pages.ts'
import { readerDialect } from './reader.ts'
import type { Tables } from './schema.ts'
import { DatabaseThread } from './thread.ts'

/** Opens the file to be read only; its schema has to be this program's. */
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

/** Refuses one that another version has made, or that is none of ours. */
export async function checkSchema(db: Executor, path: string): Promise<void> {
  const done = await namesOfDone(db).catch((cause) => {
    throw new Failure('not_a_database', { values: { path } }, { cause })
  })
  const newer = done.find((name) => !migrationNames.includes(name))
  if (newer) throw new Failure('schema_newer', { values: { migration: newer } })
  const older = migrationNames.find((name) => !done.includes(name))
  if (older) throw new Failure('schema_older', { values: { migration: older } })
}

async function namesOfDone(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Every table of ours; what SQLite and the migrator keep for themselves is made anew on the other side,
 * and so is the table of words, which is virtual and tells no rows.
 */
export async function tablesOf(source: Executor): Promise<Table[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list
    where schema = 'main' and type = 'table' and substr(name, 1, 7) not in ('sqlite_', 'kysely_')
    order by name
  `.execute(source)
  return Promise.all(rows.map(({ name }) => describe(source, name)))
}

type Described = Table['columns'][number] & { place: number }

async function describe(source: Executor, name: string): Promise<Table> {
  const { rows } = await sql<Described>`
    select name, lower(type) as type, pk as place from pragma_table_info(${name}) order by cid
  `.execute(source)
  const keys = rows.filter(({ place }) => place > 0).sort((one, other) => one.place - other.place)
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

/** The last number that each table gave out: one that was deleted must not come back as somebody else. */
export async function lastIds(source: Executor): Promise<{ name: string; seq: number }[]> {
  const { rows } = await sql<{ name: string; seq: number }>`
    select name, seq from sqlite_sequence where seq > 0
  `.execute(source)
  return rows
}

/**
 * Takes a file that was moved out of the way: a service that is started on it by habit would send what
 * the moved one sends too. Returns its new name.
 */
export async function putAway(file: string): Promise<string> {
  const thread = new DatabaseThread(file)
  // What a killed service left beside the file goes into it first.
  await thread.ask('pragma wal_checkpoint(truncate)', [])
  await thread.end()
  let name = `${file}.moved`
  for (let next = 2; existsSync(name); next++) name = `${file}.moved-${next}`
  renameSync(file, name)
  return name
}
