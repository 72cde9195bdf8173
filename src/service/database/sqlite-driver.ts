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
import type { SqliteStatement } from './batches/sqlite-batch.ts'
import { openSqlite, type QueryAnswer, rowsOf, type SqliteFile } from './sqlite.ts'
import { DatabaseThread } from './thread.ts'

/**
 * A Kysely dialect with one writer thread, so that a slow disk sync does not block reads.
 * Transactions run one after another. A connection in the main thread reads what is committed.
 */
export function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new SerialDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class TransactionalAdapter extends SqliteAdapter {
  // A kill in the middle of a migration must not leave half a schema. SQLite can do this; Kysely
  // assumes that it cannot.
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class SerialDriver implements Driver {
  readonly #file: string
  #open: { writer: DatabaseThread; reader: SqliteFile } | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {
    const writer = new DatabaseThread(this.#file)
    // When the writer answers, the file exists and can be read.
    await writer.ask('select 1', [])
    this.#open = { writer, reader: openSqlite(this.#file, { readOnly: true }) }
  }

  async acquireConnection(): Promise<SerialConnection> {
    if (!this.#open) throw new Error('the database is closed')
    return new SerialConnection(this.#open, () => this.#acquireLock())
  }

  /** Resolves in the order of the calls. The result releases the lock. */
  async #acquireLock(): Promise<() => void> {
    const before = this.#last
    let release = () => {}
    this.#last = new Promise((resolve) => {
      release = resolve
    })
    await before
    return release
  }

  beginTransaction = (connection: SerialConnection): Promise<void> => connection.begin()
  commitTransaction = (connection: SerialConnection) => connection.end('commit')
  rollbackTransaction = (connection: SerialConnection) => connection.end('rollback')
  releaseConnection = async (connection: SerialConnection) => connection.release()

  async destroy(): Promise<void> {
    this.#open?.reader.close()
    await this.#acquireLock()
    await this.#open?.writer.end()
    this.#open = undefined
  }
}

/** Whether a statement cannot write. Values are bound, so the text contains none of them. */
const isRead = (text: string): boolean =>
  /^\s*select\b/i.test(text) ||
  (/^\s*with\b/i.test(text) && !/\b(?:insert|update|delete|replace)\b/i.test(text))

export class SerialConnection implements DatabaseConnection {
  readonly #writer: DatabaseThread
  readonly #reader: SqliteFile
  readonly #acquireLock: () => Promise<() => void>
  /** Set while a transaction runs. */
  #releaseLock: (() => void) | undefined
  /** The transaction begins with its first statement, so that the thread gets both at once. */
  #mustBegin = false

  constructor(
    { writer, reader }: { writer: DatabaseThread; reader: SqliteFile },
    acquireLock: () => Promise<() => void>,
  ) {
    this.#writer = writer
    this.#reader = reader
    this.#acquireLock = acquireLock
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#releaseLock) return resultOf<R>(await this.#askWithin(sql, parameters))
    if (isRead(sql)) return resultOf<R>(this.#reader.execute(sql, parameters))
    const releaseLock = await this.#acquireLock()
    try {
      return resultOf<R>(await this.#writer.ask(sql, parameters))
    } finally {
      releaseLock()
    }
  }

  /** Runs statements in a transaction of their own. Returns false if an expectation is not met. */
  async executeBatch(statements: readonly SqliteStatement[]): Promise<boolean> {
    if (this.#releaseLock) throw new Error('a batch has its own transaction')
    const releaseLock = await this.#acquireLock()
    try {
      return await this.#writer.runAtOnce(statements)
    } finally {
      releaseLock()
    }
  }

  async begin(): Promise<void> {
    this.#releaseLock = await this.#acquireLock()
    this.#mustBegin = true
  }

  async #askWithin(sql: string, parameters: readonly unknown[]): Promise<QueryAnswer> {
    if (!this.#mustBegin) return this.#writer.ask(sql, parameters)
    this.#mustBegin = false
    // A deferred transaction that starts to write later can fail halfway. If it does not begin, the thread
    // executes none of its statements.
    const [begun, answered] = await Promise.allSettled([
      this.#writer.ask('begin immediate', []),
      this.#writer.ask(sql, parameters),
    ])
    if (begun.status === 'rejected') throw begun.reason
    if (answered.status === 'rejected') throw answered.reason
    return answered.value
  }

  async end(word: 'commit' | 'rollback'): Promise<void> {
    if (!this.#mustBegin) await this.#writer.ask(word, [])
    this.#mustBegin = false
  }

  release(): void {
    this.#releaseLock?.()
    this.#releaseLock = undefined
  }

  streamQuery(): never {
    throw new Error('exports page by key: an open statement would hold the database')
  }
}

/** The type of the rows is the query's own. */
export function resultOf<R>(answer: QueryAnswer): QueryResult<R> {
  const { changes } = answer
  return {
    rows: rowsOf(answer) as R[],
    ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
  }
}
