import type { Executor } from '../database/dialect.ts'

/** Takes everything back that was written. */
class Rehearsed extends Error {}

/** What some work would do: it is done, and then not kept. */
export async function rehearse<T>(
  db: Executor,
  work: (tx: Executor) => Promise<T>,
): Promise<T | undefined> {
  let outcome: T | undefined
  try {
    await db.transaction().execute(async (tx) => {
      outcome = await work(tx)
      throw new Rehearsed()
    })
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
  }
  return outcome
}
