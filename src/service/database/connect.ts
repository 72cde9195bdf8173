import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { Failure } from '../../core/failure.ts'
import { isPostgresUrl } from '../../core/postgres-url.ts'
import { type Dialect, type Executor, postgres, sqlite } from './dialect.ts'
import { migrate, type OnUpgrade } from './migrate.ts'
import { readerDialect } from './reader.ts'
import type { Tables } from './schema.ts'
import { sqliteDialect } from './sqlite-driver.ts'

export interface Database {
  /** Writes and short reads. */
  db: Executor
  /** Long reads (counts, searches, exports, dashboards), which must not hold the loop. */
  reader: Executor
  dialect: Dialect
  close(): Promise<void>
}

/** More connections than this gain nothing while the workers batch their writes. */
const poolSize = 10

/** `source` is a file's path, or a `postgres://` URL. Migrated when it returns. */
export async function openDatabase(source: string, onUpgrade?: OnUpgrade): Promise<Database> {
  const database = connect(source)
  try {
    await migrate(database.db, database.dialect, onUpgrade)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** Not migrated yet. */
export const connect = (source: string): Database =>
  isPostgresUrl(source) ? connectPostgres(source) : connectSqlite(source)

function connectSqlite(file: string): Database {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file) })
  const reader = new Kysely<Tables>({ dialect: readerDialect(file) })
  return {
    db,
    reader,
    dialect: sqlite,
    async close() {
      await reader.destroy()
      await db.destroy()
    },
  }
}

/** Not migrated yet. */
export function connectPostgres(connectionString: string): Database {
  // Counts and sums come as text otherwise; ours stay below 2^53.
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  const pool = new pg.Pool({ connectionString, max: poolSize, types })
  // A connection that breaks while idle is replaced by the pool; without a listener it ends the process.
  pool.on('error', () => {})
  // One that breaks in use fails the query, which is told; its own event would end the process too.
  pool.on('connect', (client) => client.on('error', () => {}))
  // To compile a query takes longer than the longest of ours; if this fails, so does what follows it.
  pool.on('connect', (client) => client.query('set jit = off').catch(() => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, reader: db, dialect: postgres, close: () => db.destroy() }
}

export function refuseUnreachable(cause: unknown): never {
  const { code, message } = cause as NodeJS.ErrnoException
  // A machine with several addresses gives an error without words, but always a code.
  const reason = message || code || ''
  throw new Failure('database_unreachable', { values: { reason } }, { cause })
}
