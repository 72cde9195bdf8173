import { Failure } from '../../core/failure.ts'
import { dialectOf, type Executor } from './dialect.ts'

/** Runs a write to a table with unique names. Throws `already_exists`, with the name, if it is taken. */
export async function refuseTaken<Result>(
  db: Executor,
  name: string | undefined,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!dialectOf(db).isUniqueViolation(error)) throw error
    throw new Failure('already_exists', { values: name === undefined ? {} : { name } })
  }
}
