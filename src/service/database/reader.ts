import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { resultOf } from './sqlite-driver.ts'
import { DatabaseThread } from './thread.ts'

/** Two, so that a query of several seconds does not delay a short one. */
const threads = 2

/**
 * A Kysely dialect that runs queries in separate threads. It is read-only and has no transactions.
 */
export function readerDialect(file: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ReaderDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class ReaderDriver implements Driver {
  readonly #file: string
  #threads: DatabaseThread[] = []

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {
    const open = () => new DatabaseThread(this.#file, { readOnly: true })
    this.#threads = Array.from({ length: threads }, open)
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> =>
        resultOf<R>(await this.#leastLoaded().ask(sql, parameters)),
      streamQuery(): never {
        throw new Error('exports page by key: an open statement would hold the reader')
      },
    }
  }

  #leastLoaded(): DatabaseThread {
    const [first, ...others] = this.#threads
    if (!first) throw new Error('the reader is closed')
    return others.reduce(
      (leastLoaded, thread) => (thread.load < leastLoaded.load ? thread : leastLoaded),
      first,
    )
  }

  async beginTransaction(): Promise<void> {
    throw new Error('the reader has no transactions')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }
}
