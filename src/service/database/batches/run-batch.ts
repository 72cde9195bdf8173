import { type RawBuilder, sql } from 'kysely'
import { dialectOf, type Executor } from '../dialect.ts'
import { flatten } from '../sqlite.ts'
import { SerialConnection } from '../sqlite-driver.ts'
import { repeatConflicts } from '../transaction.ts'

/** A statement that does not depend on the results of others. */
export interface BatchStatement {
  /** Without `returning`. */
  query: RawBuilder<object>
  /** Nothing of the batch is written if the statement changes another number of rows. */
  expects?: number
}

/**
 * Runs statements in one transaction and one round trip. Returns false, and has changed nothing, if an expectation is
 * not met. On PostgreSQL the statements see the database as it was before all of them, so no two may change the same
 * row.
 */
export function runBatch(db: Executor, statements: readonly BatchStatement[]): Promise<boolean> {
  if (statements.length === 0) return Promise.resolve(true)
  const run = dialectOf(db).name === 'sqlite' ? runInThread : runAsOneStatement
  return repeatConflicts(db, () => run(db, statements))
}

async function runInThread(db: Executor, statements: readonly BatchStatement[]): Promise<boolean> {
  const compiled = statements.map(({ query, expects }) => {
    const { sql: text, parameters } = query.compile(db)
    return { text, binds: flatten(parameters), ...(expects !== undefined && { expects }) }
  })
  return db.getExecutor().provideConnection((connection) => {
    if (!(connection instanceof SerialConnection))
      throw new Error('a batch has its own transaction')
    return connection.executeBatch(compiled)
  })
}

/** SQLSTATE division_by_zero: an expectation was not met. */
const unmet = '22012'

/** Data-modifying CTEs: one statement is one transaction, which an error in it ends. */
async function runAsOneStatement(
  db: Executor,
  statements: readonly BatchStatement[],
): Promise<boolean> {
  const named = statements.map((statement, index) => ({
    ...statement,
    name: sql.raw(`batch_${index}`),
  }))
  const ctes = named.map(
    // A statement is a table only if it returns something.
    ({ name, query }) => sql`${name} as (${query} returning 1)`,
  )
  const expectations = named.flatMap(({ name, expects }) =>
    expects === undefined ? [] : [sql`(select count(*) from ${name}) = ${expects}`],
  )
  const isMet = expectations.length === 0 ? sql`true` : sql.join(expectations, sql` and `)
  try {
    await sql`
      with ${sql.join(ctes)} select 1 / (case when ${isMet} then 1 else 0 end) as met
    `.execute(db)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === unmet) return false
    throw error
  }
}
