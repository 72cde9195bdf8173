import { parentPort, workerData } from 'node:worker_threads'
import { type Bind, openSqlite, type QueryAnswer } from './sqlite.ts'

/**
 * The entry point of a database thread: neither a long query nor a slow disk may block the service.
 */
export interface Question {
  text: string
  binds: readonly Bind[]
}

/** Replies are sent in the order of the questions. */
export type Reply = { answer: QueryAnswer } | { error: string }

const { file, readOnly } = workerData
const database = openSqlite(file, { readOnly })

parentPort?.on('message', (question: Question | 'close') => {
  if (question === 'close') {
    database.close()
    parentPort?.close()
  } else parentPort?.postMessage(replyTo(question))
})

function replyTo({ text, binds }: Question): Reply {
  try {
    return { answer: database.execute(text, binds) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
