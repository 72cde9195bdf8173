import {
  type DatabaseSyncInstance as Connection,
  DatabaseSync,
  type StatementSyncInstance as Statement,
} from '@photostructure/sqlite'
import { storableText } from '../../core/storable-text.ts'
import { Records } from './records.ts'

/** More than the service has, so that each statement is prepared once. */
const maxStatements = 500

export type Bind = number | bigint | string | null | Uint8Array

export interface QueryAnswer {
  /** The names of the columns; undefined if each row has them. */
  columns?: readonly string[] | undefined
  /** The cells of each row, which take less time to make and to send than an object; or objects, without `columns`. */
  rows: readonly unknown[]
  /** Undefined when the statement returns rows. */
  changes?: number
}

/** Returns the rows by the names of their columns, as plain objects, whichever thread has read them. */
export function rowsOf({ columns, rows }: QueryAnswer): Record<string, unknown>[] {
  if (!columns) return (rows as Record<string, unknown>[]).map((row) => ({ ...row }))
  return (rows as unknown[][]).map((cells) => {
    const row: Record<string, unknown> = {}
    for (let index = 0; index < columns.length; index++) {
      row[columns[index] as string] = cells[index]
    }
    return row
  })
}

/** An open file with its prepared statements. */
export interface SqliteFile {
  execute(text: string, binds: readonly Bind[]): QueryAnswer
  close(): void
}

/** Opens a file for writing (one connection, one process) or for reading beside the writer. */
export function openSqlite(file: string, { readOnly = false } = {}): SqliteFile {
  const database = new DatabaseSync(file, { readOnly, timeout: 5000 })
  if (!readOnly) {
    database.exec('pragma journal_mode = wal')
    // A commit must survive a power cut.
    database.exec('pragma synchronous = full')
    database.exec('pragma foreign_keys = on')
    // An erased address must not stay readable in the free space of the file.
    database.exec('pragma secure_delete = on')
    // 16 MB: consecutive batches change the same pages, and a checkpoint writes only their last
    // state.
    database.exec('pragma wal_autocheckpoint = 4000')
  }
  // Repeated reads come from the system's cache. The cache of each connection counts as memory of
  // the service, and a writer with 32 MB neither sends nor imports faster.
  database.exec(`pragma cache_size = -${8 * 1024}`)
  // Sorting a million rows takes 60 MB in memory, and 8 MB with a file. Writers sort little and
  // must not wait.
  database.exec(`pragma temp_store = ${readOnly ? 'file' : 'memory'}`)
  const prepare = statementCache(database)
  let isWithin = false
  const run = (text: string, binds: readonly Bind[]): QueryAnswer => {
    const { statement, returnsRows, columns } = prepare(text)
    if (returnsRows) return { columns, rows: statement.all(...binds) }
    return { rows: [], changes: Number(statement.run(...binds).changes) }
  }
  return {
    execute(text, binds) {
      const isBegin = text === 'begin immediate'
      const isCommit = text === 'commit'
      const isRollback = text === 'rollback'
      // A full disk has already rolled back. Statements that were sent before that was known must not
      // run outside of the transaction. The error of a second rollback would hide the cause.
      const isRefused = isWithin && !isBegin && !isRollback && !database.isTransaction
      if (isBegin || isCommit || isRollback) isWithin = isBegin
      if (isRefused) throw rolledBack()
      if (isRollback && !database.isTransaction) return { rows: [] }
      try {
        return run(text, binds)
      } catch (error) {
        // The next transaction may have been sent already.
        if (isCommit && database.isTransaction) database.exec('rollback')
        throw error
      }
    },
    close() {
      if (!readOnly) checkpointLog(database)
      database.close()
    },
  }
}

const rolledBack = () => new Error('the transaction has been rolled back')

/** A connection to a file that serves as a lock. */
export interface LockConnection {
  /** Returns false while another connection, of any process, is in a writing transaction. */
  tryBegin(): boolean
  /** Commits what `write` writes. Returns false, and ends the transaction, if it cannot be written. */
  tryCommit(write: () => void): boolean
  execute(text: string, binds?: readonly Bind[]): void
  select(text: string): unknown
  close(): void
}

/**
 * Opens a file that serves as a lock: its holder is in a writing transaction. The operating system ends
 * that with the process, and other connections can still read the file.
 */
export function openLockFile(file: string): LockConnection {
  const database = new DatabaseSync(file, { timeout: 0 })
  return {
    tryBegin() {
      try {
        database.exec('begin immediate')
        return true
      } catch (error) {
        if (error instanceof Error && 'errcode' in error && error.errcode === busy) return false
        throw error
      }
    },
    tryCommit(write) {
      try {
        write()
        database.exec('commit')
        return true
      } catch {
        if (database.isTransaction) database.exec('rollback')
        return false
      }
    },
    execute(text, binds = []) {
      database.prepare(text).run(...binds)
    },
    select: (text) => database.prepare(text).get(),
    close() {
      // The driver's own close waits for statements that are not collected yet, and so does the lock.
      if (database.isTransaction) database.exec('rollback')
      database.close()
    },
  }
}

/** SQLITE_BUSY */
const busy = 5

/**
 * Checkpoints the log, so that a copy of the file alone is complete. The driver's own close leaves
 * this to the next start.
 */
function checkpointLog(database: Connection): void {
  try {
    database.exec('pragma wal_checkpoint(truncate)')
  } catch {
    // As after a kill, the next start finds everything in the log.
  }
}

interface Prepared {
  statement: Statement
  returnsRows: boolean
  /** Undefined if the text does not name them: those of `*` change with the table. */
  columns: readonly string[] | undefined
}

function statementCache(database: Connection): (text: string) => Prepared {
  const statements = new Map<string, Prepared>()
  return (text) => {
    const cached = statements.get(text)
    if (cached) return cached
    if (statements.size >= maxStatements) statements.clear()
    const statement = database.prepare(text)
    const names = statement.columns().map(({ name }) => name)
    const columns = text.includes('*') ? undefined : names
    statement.setReturnArrays(columns !== undefined)
    const prepared = { statement, returnsRows: names.length > 0, columns }
    statements.set(text, prepared)
    return prepared
  }
}

/** One value per placeholder. Records become their cells, with null for surplus rows. */
export function flatten(values: readonly unknown[]): Bind[] {
  const binds: Bind[] = []
  for (const value of values) {
    if (value instanceof Records) pushCells(binds, value)
    else binds.push(toBind(value))
  }
  return binds
}

function pushCells(binds: Bind[], { rows, shared, names, size }: Records): void {
  const first = rows[0] as Record<string, unknown> | undefined
  for (const name of shared) binds.push(toBind(first?.[name] ?? null))
  for (const row of rows) {
    const cells = row as Record<string, unknown> // `toBind` checks each value
    for (const name of names) binds.push(toBind(cells[name] ?? null))
  }
  for (let missing = (size - rows.length) * names.length; missing > 0; missing--) binds.push(null)
}

/** Checks every bind: the driver converts a wrong type silently. */
function toBind(value: unknown): Bind {
  if (typeof value === 'string') return storableText(value)
  if (value === null || typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`cannot be stored: ${typeof value}`)
}
