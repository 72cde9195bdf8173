import {
  type DatabaseSyncInstance as Connection,
  DatabaseSync,
  type StatementSyncInstance as Statement,
} from '@photostructure/sqlite'
import { Records } from './records.ts'

/** More statements than the service has, so that each is prepared once. */
const statementsKept = 500

export type Bind = number | bigint | string | null | Uint8Array

export interface Answered {
  rows: unknown[]
  /** Undefined when the statement was one that tells rows. */
  changes?: number
}

/** A file that is open, and the statements that were prepared on it. */
export interface Opened {
  execute(text: string, binds: readonly unknown[]): Answered
  close(): void
}

/** Opens a file for writing (one connection, one process) or, beside that, for reading. */
export function openSqlite(file: string, { readOnly = false } = {}): Opened {
  const database = new DatabaseSync(file, { readOnly, timeout: 5000 })
  if (!readOnly) {
    database.exec('pragma journal_mode = wal')
    // What was acknowledged must survive a power cut.
    database.exec('pragma synchronous = full')
    database.exec('pragma foreign_keys = on')
    // 16 MB: batch after batch changes the same pages, of which only the last state goes to the file.
    database.exec('pragma wal_autocheckpoint = 4000')
  }
  // What is read once more comes from the system's cache; each connection's own is the service's memory.
  database.exec(`pragma cache_size = -${(readOnly ? 8 : 32) * 1024}`)
  // A sort of a million rows takes 60 MB, in a file 8. Those who write sort little, and wait for nothing.
  database.exec(`pragma temp_store = ${readOnly ? 'file' : 'memory'}`)
  const prepare = statementCache(database)
  return {
    execute(text, given) {
      // A full disk has rolled back already; refusing to do it again, SQLite would hide why.
      if (text === 'rollback' && !database.isTransaction) return { rows: [] }
      const { statement, tellsRows } = prepare(text)
      const binds = flatten(given)
      if (tellsRows) return { rows: statement.all(...binds) }
      return { rows: [], changes: Number(statement.run(...binds).changes) }
    },
    close() {
      if (!readOnly) takeInLog(database)
      database.close()
    },
  }
}

/** So that a copy of the file alone is whole: the driver's own closing leaves it to the next start. */
function takeInLog(database: Connection): void {
  try {
    database.exec('pragma wal_checkpoint(truncate)')
  } catch {
    // The next start finds all of it in the log, as after a kill.
  }
}

interface Prepared {
  statement: Statement
  tellsRows: boolean
}

function statementCache(database: Connection): (text: string) => Prepared {
  const kept = new Map<string, Prepared>()
  return (text) => {
    const known = kept.get(text)
    if (known) return known
    if (kept.size >= statementsKept) kept.clear()
    const statement = database.prepare(text)
    const prepared = { statement, tellsRows: statement.columns().length > 0 }
    kept.set(text, prepared)
    return prepared
  }
}

/** A bind a place of the statement: of records each cell, and null for the rows that only fill up. */
export function flatten(given: readonly unknown[]): Bind[] {
  const binds: Bind[] = []
  for (const value of given) {
    if (value instanceof Records) pushCells(binds, value)
    else binds.push(bindable(value))
  }
  return binds
}

function pushCells(binds: Bind[], { rows, names, size }: Records): void {
  for (const row of rows) {
    const cells = row as Record<string, unknown> // `bindable` looks at each
    for (const name of names) binds.push(bindable(cells[name] ?? null))
  }
  for (let missing = (size - rows.length) * names.length; missing > 0; missing--) binds.push(null)
}

/** The one door for binds: SQLite's driver takes a wrong type in its own way, silently. */
function bindable(value: unknown): Bind {
  if (value === null || typeof value === 'string' || typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`cannot be stored: ${typeof value}`)
}
