import {
  CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Tables } from '../schema.ts'

/** The key of Kysely's own lock, so that a program of an earlier version is kept away too. */
const migrationLock = '3853314791062309107'

/** Behind a pooler, a connection may have the limits of another process. A migration has none. */
const beginStatements = [
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
  `select pg_advisory_xact_lock(${migrationLock})`,
]

/**
 * A database for the migrator that runs in the connections of `db`. Its transactions take the lock for
 * migrations themselves. The migrator locks a session, and in front of a pooler in transaction mode the
 * unlock may reach another session: then the lock stays, and no process can start.
 */
export const migratorDatabase = (db: Kysely<Tables>): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new LockingAdapter(),
      createDriver: () => new LockingDriver(db),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

class LockingAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class LockingConnection implements DatabaseConnection {
  readonly #db: Kysely<Tables>
  transaction: ControlledTransaction<Tables> | undefined

  constructor(db: Kysely<Tables>) {
    this.#db = db
  }

  executeQuery<R>(query: CompiledQuery) {
    return (this.transaction ?? this.#db).executeQuery<R>(query as CompiledQuery<R>)
  }

  streamQuery(): never {
    throw new Error('a migration reads no streams')
  }
}

class LockingDriver implements Driver {
  readonly #db: Kysely<Tables>

  constructor(db: Kysely<Tables>) {
    this.#db = db
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<LockingConnection> {
    return new LockingConnection(this.#db)
  }

  async beginTransaction(connection: LockingConnection): Promise<void> {
    const transaction = await this.#db.startTransaction().execute()
    try {
      for (const text of beginStatements) await transaction.executeQuery(CompiledQuery.raw(text))
    } catch (error) {
      await transaction.rollback().execute()
      throw error
    }
    connection.transaction = transaction
  }

  async commitTransaction(connection: LockingConnection): Promise<void> {
    await connection.transaction?.commit().execute()
    connection.transaction = undefined
  }

  async rollbackTransaction(connection: LockingConnection): Promise<void> {
    await connection.transaction?.rollback().execute()
    connection.transaction = undefined
  }

  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}
