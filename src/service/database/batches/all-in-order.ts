import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  type Dialect as KyselyDialect,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { type Executor, isAfterFailure } from '../dialect.ts'
import type { Tables } from '../schema.ts'

/** A statement, which is executed by the executor it gets, and by no other. */
export type Statement = (tx: Executor) => Promise<unknown>

type Answers<Statements extends readonly Statement[]> = {
  -readonly [Index in keyof Statements]: Awaited<ReturnType<Statements[Index]>>
}

/**
 * Executes statements that do not need each other's answers. The database gets them all at once, so that it does not
 * wait for us after each. PostgreSQL refuses those after a failed one; without a transaction it would execute them.
 */
export async function allInOrder<const Statements extends readonly Statement[]>(
  tx: Executor,
  statements: Statements,
): Promise<Answers<Statements>> {
  return tx.getExecutor().provideConnection(async (connection) => {
    const open = openExecutor(tx, connection)
    // Waits for all, so that none runs after the rollback that the failure of another one causes.
    const settled = await Promise.allSettled(statements.map((execute) => execute(open)))
    const failed = settled.filter((each) => each.status === 'rejected')
    const [failure] = failed
    if (failure) throw (failed.find(({ reason }) => !isAfterFailure(reason)) ?? failure).reason
    return settled.map((each) => 'value' in each && each.value) as Answers<Statements>
  })
}

/** An executor that takes several statements at a time. That of a Kysely transaction takes one. */
function openExecutor(tx: Executor, connection: DatabaseConnection): Executor {
  const executor = tx.getExecutor().withConnectionProvider({
    provideConnection: (consumer) => consumer(connection),
  })
  return new Kysely<Tables>({ config: { dialect }, dialect, driver: new DummyDriver(), executor })
}

/** Used only for its types of parts: the executor has a connection already. */
const dialect: KyselyDialect = {
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
}
