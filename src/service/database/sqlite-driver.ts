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
import {
  type Bind,
  flatten,
  openSqlite,
  type QueryAnswer,
  rowsOf,
  type SqliteFile,
} from './sqlite.ts'
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
    await writer.ask('select 1')
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
    if (!this.#open) {
      release()
      throw new Error('the database is closed')
    }
    return release
  }

  beginTransaction = (connection: SerialConnection): Promise<void> => connection.begin()
  commitTransaction = (connection: SerialConnection) => connection.end('commit')
  rollbackTransaction = (connection: SerialConnection) => connection.end('rollback')
  releaseConnection = (connection: SerialConnection) => connection.release()

  async destroy(): Promise<void> {
    const open = this.#open
    open?.reader.close()
    const release = await this.#acquireLock()
    this.#open = undefined
    await open?.writer.end()
    release()
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
  /** Set from the beginning of a transaction to its end. */
  #transaction: Transaction | undefined

  constructor(
    { writer, reader }: { writer: DatabaseThread; reader: SqliteFile },
    acquireLock: () => Promise<() => void>,
  ) {
    this.#writer = writer
    this.#reader = reader
    this.#acquireLock = acquireLock
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // Before waiting for the lock, so that the thread does not wait for this.
    const binds = flatten(parameters)
    if (this.#transaction) return resultOf<R>(await this.#askWithin(this.#transaction, sql, binds))
    if (isRead(sql)) return resultOf<R>(this.#reader.execute(sql, binds))
    const releaseLock = await this.#acquireLock()
    try {
      return resultOf<R>(await this.#writer.ask(sql, binds))
    } finally {
      releaseLock()
    }
  }

  /**
   * Runs statements in a transaction of their own. Returns false if an expectation is not met. The thread runs all of
   * them at once, so the next transaction need not wait for the answer.
   */
  async executeBatch(statements: readonly SqliteStatement[]): Promise<boolean> {
    if (this.#transaction) throw new Error('a batch has its own transaction')
    const releaseLock = await this.#acquireLock()
    const isDone = this.#writer.runAtOnce(statements)
    releaseLock()
    return isDone
  }

  async begin(): Promise<void> {
    this.#transaction = { lock: undefined, hasBegun: false, hasEnded: false }
  }

  /** The first statement takes the lock and begins the transaction: the thread gets both at once. */
  async #askWithin(
    transaction: Transaction,
    sql: string,
    binds: readonly Bind[],
  ): Promise<QueryAnswer> {
    transaction.lock ??= this.#acquireLock()
    await transaction.lock
    if (transaction.hasEnded) throw new Error('the transaction has ended')
    if (transaction.hasBegun) return this.#writer.ask(sql, binds)
    transaction.hasBegun = true
    // A deferred transaction that starts to write later can fail halfway. If it does not begin, the thread
    // executes none of its statements.
    const [begun, answered] = await Promise.allSettled([
      this.#writer.ask('begin immediate'),
      this.#writer.ask(sql, binds),
    ])
    if (begun.status === 'rejected') throw begun.reason
    if (answered.status === 'rejected') throw answered.reason
    return answered.value
  }

  /**
   * Ends the transaction. The next one need not wait for the answer to a commit: the thread executes in
   * order, and rolls back what it cannot commit.
   */
  async end(word: 'commit' | 'rollback'): Promise<void> {
    const transaction = this.#transaction
    // A statement that waits for the lock begins the transaction before it ends.
    await transaction?.lock
    if (transaction) transaction.hasEnded = true
    const ended = transaction?.hasBegun ? this.#writer.ask(word) : undefined
    if (word === 'commit') await this.release()
    await ended
    await this.release()
  }

  /** Lets the next transaction begin. */
  async release(): Promise<void> {
    const lock = this.#transaction?.lock
    this.#transaction = undefined
    const releaseLock = await lock
    releaseLock?.()
  }

  streamQuery(): never {
    throw new Error('exports page by key: an open statement would hold the database')
  }
}

/** A running transaction. */
interface Transaction {
  /** Resolves when no other one runs. Undefined before the first statement. */
  lock: Promise<() => void> | undefined
  hasBegun: boolean
  /** A statement that comes later is refused: nothing would end what it begins. */
  hasEnded: boolean
}

/** The type of the rows is the query's own. */
export function resultOf<R>(answer: QueryAnswer): QueryResult<R> {
  const { changes } = answer
  return {
    rows: rowsOf(answer) as R[],
    ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
  }
}
