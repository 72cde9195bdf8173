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
import { IdleThreads } from '../../core/idle-threads.ts'
import type { Executor } from './dialect.ts'
import { type Bind, flatten, type QueryAnswer } from './sqlite.ts'
import { resultOf } from './sqlite-driver.ts'
import { DatabaseThread } from './thread.ts'

/**
 * How many long reads run at once. SQLite's reader threads and PostgreSQL's reading connections are
 * more by `sparedForShortReads`, so that a short read never waits for a long one.
 */
export const maxLongReads = 4
const sparedForShortReads = 2
export const maxReads = maxLongReads + sparedForShortReads

/**
 * Runs queries one after another, even if they start together, so that a request with many takes
 * one thread or connection of the reader, like any other.
 */
export const inOneReader = <T>(
  reader: Executor,
  work: (oneReader: Executor) => Promise<T>,
): Promise<T> => reader.connection().execute(work)

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

/** A query that waits for a thread. */
interface WaitingQuery {
  start(thread: DatabaseThread): void
  fail(error: Error): void
}

class ReaderDriver implements Driver {
  readonly #file: string
  /** A thread takes 10 MB, so each is started when all others are busy for the first time. */
  readonly #threads: DatabaseThread[] = []
  readonly #idle = new IdleThreads<DatabaseThread>((thread) => this.#end(thread))
  readonly #waiting: WaitingQuery[] = []
  #isClosed = false

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    let last: Promise<unknown> = Promise.resolve()
    return {
      executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
        const answer = last.then(() => this.#ask(sql, flatten(parameters)))
        last = answer.catch(() => {})
        return resultOf<R>(await answer)
      },
      streamQuery(): never {
        throw new Error('exports page by key: an open statement would hold the reader')
      },
    }
  }

  /** Runs a query in a thread without another one, so that no short query waits in a busy thread. */
  #ask(sql: string, binds: readonly Bind[]): Promise<QueryAnswer> {
    return new Promise((resolve, reject) => {
      const start = async (thread: DatabaseThread) => {
        try {
          resolve(await thread.ask(sql, binds))
        } catch (error) {
          reject(error)
        } finally {
          this.#release(thread)
        }
      }
      const thread = this.#isClosed ? undefined : this.#free()
      if (thread) start(thread)
      else if (this.#isClosed) reject(closed())
      else this.#waiting.push({ start, fail: reject })
    })
  }

  #free(): DatabaseThread | undefined {
    const idle = this.#idle.take()
    if (idle || this.#threads.length >= maxReads) return idle
    const thread = new DatabaseThread(this.#file, { readOnly: true })
    this.#threads.push(thread)
    return thread
  }

  #release(thread: DatabaseThread): void {
    if (thread.hasEnded) this.#forget(thread)
    else if (!this.#isClosed) this.#idle.add(thread)
    if (this.#waiting.length === 0 || this.#isClosed) return
    const next = this.#free()
    if (next) this.#waiting.shift()?.start(next)
  }

  /** Forgets the thread first, so that a query in between starts another one. */
  async #end(thread: DatabaseThread): Promise<void> {
    this.#forget(thread)
    // One that fails has ended, too.
    await thread.end().catch(() => {})
  }

  #forget(thread: DatabaseThread): void {
    const index = this.#threads.indexOf(thread)
    if (index >= 0) this.#threads.splice(index, 1)
  }

  async beginTransaction(): Promise<void> {
    throw new Error('the reader has no transactions')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#isClosed = true
    this.#idle.close()
    for (const query of this.#waiting.splice(0)) query.fail(closed())
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }
}

const closed = () => new Error('the reader is closed')
