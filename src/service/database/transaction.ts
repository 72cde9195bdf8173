import { dialectOf, type Executor } from './dialect.ts'

/** Two that waited for each other wait no longer the second time; five times it is something else. */
const mostTries = 5

/**
 * A transaction for whoever waits for its answer. PostgreSQL ends one of two that wait for each other's
 * rows: that one is begun anew, so `work` changes nothing but through its `tx`.
 */
export async function inTransaction<Result>(
  db: Executor,
  work: (tx: Executor) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries === mostTries || !dialectOf(db).isDeadlock(error)) throw error
    }
  }
}
