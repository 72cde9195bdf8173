import type { Bind, QueryAnswer, SqliteFile } from '../sqlite.ts'

/** A statement of a transaction that a database thread runs as a whole. */
export interface SqliteStatement {
  text: string
  binds: readonly Bind[]
  /** Rolls everything back if another number of rows was changed or returned. */
  expects?: number
}

/** Runs statements in one transaction. Returns undefined, and has changed nothing, if an expectation is not met. */
export function runStatements(
  file: SqliteFile,
  statements: readonly SqliteStatement[],
): QueryAnswer[] | undefined {
  file.execute('begin immediate', [])
  try {
    const answers: QueryAnswer[] = []
    for (const { text, binds, expects } of statements) {
      const answer = file.execute(text, binds)
      if (expects !== undefined && (answer.changes ?? answer.rows.length) !== expects) {
        file.execute('rollback', [])
        return undefined
      }
      answers.push(expects === undefined ? answer : { rows: [] })
    }
    file.execute('commit', [])
    return answers
  } catch (error) {
    file.execute('rollback', [])
    throw error
  }
}
