import { Worker } from 'node:worker_threads'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { threadFile } from '../host.ts'
import type { Question, Reply } from './reader-thread.ts'
import { flatten } from './sqlite.ts'

/** So that a question of seconds does not keep a short one waiting. */
const threads = 2

/** A Kysely dialect whose queries run in threads of their own. It reads; it has no transactions. */
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
  #threads: ReaderThread[] = []

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {
    this.#threads = Array.from({ length: threads }, () => new ReaderThread(this.#file))
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>(query: CompiledQuery) => ({
        rows: (await this.#idlest().ask(query)) as R[], // as the query's own type says
      }),
      streamQuery(): never {
        throw new Error('exports page by key: an open statement would hold the reader')
      },
    }
  }

  #idlest(): ReaderThread {
    const [first, ...others] = this.#threads
    if (!first) throw new Error('the reader is closed')
    return others.reduce((idlest, thread) => (thread.load < idlest.load ? thread : idlest), first)
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

class ReaderThread {
  readonly #worker: Worker
  #nextId = 0
  readonly #waiting = new Map<number, (reply: Reply) => void>()

  constructor(file: string) {
    this.#worker = new Worker(threadFile('reader-thread'), { workerData: { file } })
    this.#worker.unref()
    this.#worker.on('message', (reply: Reply) => {
      this.#waiting.get(reply.id)?.(reply)
      this.#waiting.delete(reply.id)
    })
    this.#worker.on('error', (error) => {
      for (const [id, tell] of this.#waiting) tell({ id, error: error.message })
      this.#waiting.clear()
    })
  }

  /** Questions without an answer yet. */
  get load(): number {
    return this.#waiting.size
  }

  ask({ sql, parameters }: CompiledQuery): Promise<unknown[]> {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (reply) =>
        'rows' in reply ? resolve(reply.rows) : reject(new Error(reply.error)),
      )
      this.#worker.postMessage({ id, sql, parameters: flatten(parameters) } satisfies Question)
    })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }
}
