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

/** A Kysely dialect whose queries run in the reader thread. It reads; it has no transactions. */
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
  #worker: Worker | undefined
  #nextId = 0
  readonly #waiting = new Map<number, (reply: Reply) => void>()

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {
    const worker = new Worker(threadFile('reader-thread'), { workerData: { file: this.#file } })
    worker.unref()
    worker.on('message', (reply: Reply) => {
      this.#waiting.get(reply.id)?.(reply)
      this.#waiting.delete(reply.id)
    })
    worker.on('error', (error) => {
      for (const [id, tell] of this.#waiting) tell({ id, error: error.message })
      this.#waiting.clear()
    })
    this.#worker = worker
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return {
      executeQuery: async <R>(query: CompiledQuery) => ({ rows: (await this.#ask(query)) as R[] }),
      streamQuery(): never {
        throw new Error('exports page by key: an open statement would hold the reader')
      },
    }
  }

  #ask({ sql, parameters }: CompiledQuery): Promise<unknown[]> {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (reply) =>
        'rows' in reply ? resolve(reply.rows) : reject(new Error(reply.error)),
      )
      this.#worker?.postMessage({ id, sql, parameters } satisfies Question)
    })
  }

  async beginTransaction(): Promise<void> {
    throw new Error('the reader has no transactions')
  }
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#worker?.terminate()
  }
}
