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
import { type Opened, openSqlite } from './sqlite.ts'

/** One connection writes, in turns; another one reads what is committed, and waits for nobody. */
export function sqliteDialect(file: string): Dialect {
  const writer = openSqlite(file)
  const reader = openSqlite(file, { readOnly: true })
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new TurnsDriver(writer, reader),
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
  readonly #writer: Opened
  readonly #reader: Opened
  #last: Promise<void> = Promise.resolve()

  constructor(writer: Opened, reader: Opened) {
    this.#writer = writer
    this.#reader = reader
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<TurnConnection> {
    return new TurnConnection(this.#writer, this.#reader, () => this.#takeTurn())
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
  commitTransaction = async (connection: TurnConnection) => connection.end('commit')
  rollbackTransaction = async (connection: TurnConnection) => connection.end('rollback')
  releaseConnection = async (connection: TurnConnection) => connection.release()

  async destroy(): Promise<void> {
    this.#reader.close()
    this.#writer.close()
  }
}

class TurnConnection implements DatabaseConnection {
  readonly #writer: Opened
  readonly #reader: Opened
  readonly #takeTurn: () => Promise<() => void>
  /** While a transaction has the turn. */
  #giveTurn: (() => void) | undefined

  constructor(writer: Opened, reader: Opened, takeTurn: () => Promise<() => void>) {
    this.#writer = writer
    this.#reader = reader
    this.#takeTurn = takeTurn
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#giveTurn) return answerOf<R>(this.#writer, sql, parameters)
    // Nothing that begins so can write.
    if (/^\s*select\b/i.test(sql)) return answerOf<R>(this.#reader, sql, parameters)
    const giveTurn = await this.#takeTurn()
    try {
      return answerOf<R>(this.#writer, sql, parameters)
    } finally {
      giveTurn()
    }
  }

  async begin(): Promise<void> {
    this.#giveTurn = await this.#takeTurn()
    // A deferred transaction that turns into a writer can fail in its middle.
    this.#writer.execute('begin immediate', [])
  }

  end(word: 'commit' | 'rollback'): void {
    // A full disk has rolled back already; refusing to do it again, SQLite would hide why.
    if (word === 'rollback' && !this.#writer.isInTransaction()) return
    this.#writer.execute(word, [])
  }

  release(): void {
    this.#giveTurn?.()
    this.#giveTurn = undefined
  }

  streamQuery(): never {
    throw new Error('exports page by key: an open statement would hold the database')
  }
}

function answerOf<R>(opened: Opened, text: string, binds: readonly unknown[]): QueryResult<R> {
  const { rows, changes } = opened.execute(text, binds)
  return {
    rows: rows as R[], // as the query's own type says
    ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
  }
}
