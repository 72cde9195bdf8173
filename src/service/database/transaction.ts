import { dialectOf, type Executor } from './dialect.ts'

/** A conflict rarely happens twice in a row. Five times in a row it has another cause. */
const maxAttempts = 5

/** Thrown by work that must run again in a new transaction, because another one has overtaken it. */
export class OvertakenError extends Error {}

/**
 * Runs a transaction for a request. PostgreSQL aborts one of two transactions that conflict (a
 * deadlock, or a serialization failure), and that one runs again. So `work` must change nothing except
 * through `tx`.
 */
export const inTransaction = <Result>(
  db: Executor,
  work: (tx: Executor) => Promise<Result>,
): Promise<Result> => repeatConflicts(db, () => db.transaction().execute(work))

/** Runs a whole transaction, and runs it again if the database aborts it because of another one. */
export async function repeatConflicts<Result>(
  db: Executor,
  run: () => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      const mayRepeat = error instanceof OvertakenError || dialectOf(db).isConflict(error)
      if (tries === maxAttempts || !mayRepeat) throw error
    }
  }
}

/** Rolls back the transaction of a rehearsal. */
class Rehearsed extends Error {}

/** Runs work in a transaction that is rolled back, to find out whether it would be refused. */
export async function rehearse(
  db: Executor,
  work: (tx: Executor) => Promise<unknown>,
): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      await work(tx)
      throw new Rehearsed()
    })
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
  }
}
