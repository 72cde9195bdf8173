import { Failure, failureTable } from '../../core/failure.ts'
import type { Messages } from '../../messages/index.ts'
import { explain } from '../output/explain-failure.ts'

/** Returns an error as the page displays it, with the same sentences as in the terminal. */
export const explainTo = (messages: Messages) => (error: unknown) => {
  const failure = error instanceof Failure ? error : new Failure('internal', {}, { cause: error })
  const { code } = failure
  const { title, detail, problems, serverMessage } = explain(failure, messages)
  return {
    // Connection errors have no status of their own.
    status: failureTable[code].status || 502,
    body: { code, title, detail, problems, serverMessage },
  }
}
