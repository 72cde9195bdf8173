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
  /** Long reads (counts, searches, exports, dashboards), which must not block the event loop. */
  reader: Executor
  dialect: Dialect
  close(): Promise<void>
}

/** More connections gain nothing as long as the workers batch their writes. */
const poolSize = 10

/** Opens a file path or a `postgres://` URL. The schema is up to date when this resolves. */
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

/** Connects without running migrations. */
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

/** Connects without running migrations. */
export function connectPostgres(connectionString: string): Database {
  // By default, counts and sums arrive as text. Ours stay below 2^53.
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.INT8, Number)
  types.setTypeParser(pg.types.builtins.NUMERIC, Number)
  const pool = new pg.Pool({ connectionString, max: poolSize, types })
  // The pool replaces a connection that breaks while idle. Without a listener the process would
  // exit.
  pool.on('error', () => {})
  // A connection that breaks in use fails its query. Without a listener the process would exit too.
  pool.on('connect', (client) => client.on('error', () => {}))
  // JIT compilation takes longer than our longest query. If this fails, so do the queries after it.
  pool.on('connect', (client) => client.query('set jit = off').catch(() => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, reader: db, dialect: postgres, close: () => db.destroy() }
}

export function refuseUnreachable(cause: unknown): never {
  const { code, message } = cause as NodeJS.ErrnoException
  // For a host with several addresses, the error has no message, but always a code.
  const reason = message || code || ''
  throw new Failure('database_unreachable', { values: { reason } }, { cause })
}
