import { parentPort, workerData } from 'node:worker_threads'
import { runStatements, type SqliteStatement } from './batches/sqlite-batch.ts'
import { type Bind, openSqlite, type QueryAnswer } from './sqlite.ts'

/**
 * The entry point of a database thread: neither a long query nor a slow disk may block the service.
 */
export type Question =
  | { text: string; binds: readonly Bind[] }
  /** The statements of one transaction. */
  | { statements: readonly SqliteStatement[] }

/** Replies are sent in the order of the questions, and those to questions of one message together. */
export type Reply =
  | { answer: QueryAnswer }
  /** Whether the transaction was committed. */
  | { isDone: boolean }
  | { error: string }

const { file, readOnly } = workerData
const database = openSqlite(file, { readOnly })

parentPort?.on('message', (questions: readonly Question[] | 'close') => {
  if (questions === 'close') {
    database.close()
    parentPort?.close()
  } else parentPort?.postMessage(questions.map(replyTo))
})

function replyTo(question: Question): Reply {
  try {
    if ('statements' in question) return { isDone: runStatements(database, question.statements) }
    return { answer: database.execute(question.text, question.binds) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
