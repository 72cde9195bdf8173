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
import { type Answered, type Opened, openSqlite } from './sqlite.ts'
import { DatabaseThread } from './thread.ts'

/**
 * A thread writes, transaction by transaction, so that a disk which is slow to sync holds nobody who
 * reads; a connection beside it reads what is committed, here and at once.
 */
export function sqliteDialect(file: string): Dialect {
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new TurnsDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class TransactionalAdapter extends SqliteAdapter {
  // A kill in the middle of a migration must not leave half a table; SQLite can, Kysely assumes not.
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class TurnsDriver implements Driver {
  readonly #file: string
  #open: { writer: DatabaseThread; reader: Opened } | undefined
  #last: Promise<void> = Promise.resolve()

  constructor(file: string) {
    this.#file = file
  }

  async init(): Promise<void> {
    const writer = new DatabaseThread(this.#file)
    // The file is there, and one that can be read, once the writer answers.
    await writer.ask('select 1', [])
    this.#open = { writer, reader: openSqlite(this.#file, { readOnly: true }) }
  }

  async acquireConnection(): Promise<TurnConnection> {
    if (!this.#open) throw new Error('the database is closed')
    return new TurnConnection(this.#open, () => this.#takeTurn())
  }

  /** Resolves, in the order of asking, to what gives the turn back. */
  async #takeTurn(): Promise<() => void> {
    const before = this.#last
    let give = () => {}
    this.#last = new Promise((resolve) => {
      give = resolve
    })
    await before
    return give
  }

  beginTransaction = (connection: TurnConnection): Promise<void> => connection.begin()
  commitTransaction = (connection: TurnConnection) => connection.end('commit')
  rollbackTransaction = (connection: TurnConnection) => connection.end('rollback')
  releaseConnection = async (connection: TurnConnection) => connection.release()

  async destroy(): Promise<void> {
    this.#open?.reader.close()
    await this.#takeTurn()
    await this.#open?.writer.end()
    this.#open = undefined
  }
}

class TurnConnection implements DatabaseConnection {
  readonly #writer: DatabaseThread
  readonly #reader: Opened
  readonly #takeTurn: () => Promise<() => void>
  /** While a transaction has the turn. */
  #giveTurn: (() => void) | undefined

  constructor(
    { writer, reader }: { writer: DatabaseThread; reader: Opened },
    takeTurn: () => Promise<() => void>,
  ) {
    this.#writer = writer
    this.#reader = reader
    this.#takeTurn = takeTurn
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#giveTurn) return resultOf<R>(await this.#writer.ask(sql, parameters))
    // Nothing that begins so can write.
    if (/^\s*select\b/i.test(sql)) return resultOf<R>(this.#reader.execute(sql, parameters))
    const giveTurn = await this.#takeTurn()
    try {
      return resultOf<R>(await this.#writer.ask(sql, parameters))
    } finally {
      giveTurn()
    }
  }

  async begin(): Promise<void> {
    this.#giveTurn = await this.#takeTurn()
    // A deferred transaction that turns into a writer can fail in its middle.
    await this.#writer.ask('begin immediate', [])
  }

  async end(word: 'commit' | 'rollback'): Promise<void> {
    await this.#writer.ask(word, [])
  }

  release(): void {
    this.#giveTurn?.()
    this.#giveTurn = undefined
  }

  streamQuery(): never {
    throw new Error('exports page by key: an open statement would hold the database')
  }
}

/** As the query's own type says. */
export function resultOf<R>({ rows, changes }: Answered): QueryResult<R> {
  return {
    rows: rows as R[],
    ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
  }
}
