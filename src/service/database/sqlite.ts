import {
  type DatabaseSyncInstance as Connection,
  DatabaseSync,
  type StatementSyncInstance as Statement,
} from '@photostructure/sqlite'
import { SqliteAdapter, SqliteDialect } from 'kysely'

/** More statements than the service has, so that each is prepared once. */
const statementsKept = 500

type Bind = number | bigint | string | null | Uint8Array

/** Opens a file for writing (one connection, one process) or, for the reader thread, for reading. */
export function openSqlite(file: string, { readOnly = false } = {}): Connection {
  const database = new DatabaseSync(file, { readOnly, timeout: 5000 })
  if (!readOnly) {
    database.exec('pragma journal_mode = wal')
    // What was acknowledged must survive a power cut.
    database.exec('pragma synchronous = full')
    database.exec('pragma foreign_keys = on')
  }
  database.exec('pragma cache_size = -65536')
  database.exec('pragma temp_store = memory')
  return database
}

class TransactionalAdapter extends SqliteAdapter {
  // A kill in the middle of a migration must not leave half a table; SQLite can, Kysely assumes not.
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

export function sqliteDialect(database: Connection): SqliteDialect {
  const dialect = new SqliteDialect({ database: asKyselyExpects(database) })
  dialect.createAdapter = () => new TransactionalAdapter()
  return dialect
}

const nothingChanged = { changes: 0, lastInsertRowid: 0 }

/** `node:sqlite`'s way of calling, as Kysely's dialect (made for better-sqlite3) calls it. */
function asKyselyExpects(database: Connection) {
  const prepare = statementCache(database)
  return {
    prepare(text: string) {
      // A deferred transaction that turns into a writer can fail in its middle.
      const statement = prepare(text === 'begin' ? 'begin immediate' : text)
      return {
        reader: statement.columns().length > 0,
        all: (binds: readonly unknown[]) => statement.all(...binds.map(bindable)),
        run: (binds: readonly unknown[]) => {
          // A full disk has rolled back already; refusing to do it again, SQLite would hide why.
          if (text === 'rollback' && !database.isTransaction) return nothingChanged
          const { changes, lastInsertRowid } = statement.run(...binds.map(bindable))
          return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) }
        },
        iterate: (): never => {
          throw new Error('exports page by key: an open statement would hold the database')
        },
      }
    },
    close: () => database.close(),
  }
}

function statementCache(database: Connection): (text: string) => Statement {
  const kept = new Map<string, Statement>()
  return (text) => {
    const known = kept.get(text)
    if (known) return known
    if (kept.size >= statementsKept) kept.clear()
    const statement = database.prepare(text)
    kept.set(text, statement)
    return statement
  }
}

/** The one door for binds: SQLite's driver takes a wrong type in its own way, silently. */
export function bindable(value: unknown): Bind {
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`cannot be stored: ${typeof value}`)
}
