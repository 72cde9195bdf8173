import type { Bind, SqliteFile } from '../sqlite.ts'

/** A statement of a transaction that a database thread runs as a whole. */
export interface SqliteStatement {
  text: string
  binds: readonly Bind[]
  /** Rolls everything back if another number of rows was changed. */
  expects?: number
}

/** Runs statements in one transaction. Returns false, and has changed nothing, if an expectation is not met. */
export function runStatements(file: SqliteFile, statements: readonly SqliteStatement[]): boolean {
  try {
    file.execute('begin immediate', [])
    for (const { text, binds, expects } of statements) {
      const { changes } = file.execute(text, binds)
      if (expects !== undefined && changes !== expects) {
        file.execute('rollback', [])
        return false
      }
    }
    file.execute('commit', [])
    return true
  } catch (error) {
    file.execute('rollback', [])
    throw error
  }
}
