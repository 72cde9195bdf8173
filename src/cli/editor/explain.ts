import { Failure, failureTable } from '../../core/failure.ts'
import type { Messages } from '../../messages/index.ts'
import { explain } from '../report.ts'

/** What the page is told when something was refused: the words that a terminal would show. */
export const explainTo = (words: Messages) => (error: unknown) => {
  const failure = error instanceof Failure ? error : new Failure('internal', {}, { cause: error })
  const { code } = failure
  const { title, detail, problems, serverMessage } = explain(failure, words)
  return {
    // What happened on the way to the service is a gateway's own to say.
    status: failureTable[code].status || 502,
    body: { code, title, detail, problems, serverMessage },
  }
}
