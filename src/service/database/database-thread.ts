import { parentPort, workerData } from 'node:worker_threads'
import { type Answered, type Bind, openSqlite } from './sqlite.ts'

/** Runs in a thread of its own: neither a long count nor a slow disk may hold the service. */
export interface Question {
  text: string
  binds: readonly Bind[]
}

/** To the first question that has none yet. */
export type Reply = { answer: Answered } | { error: string }

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
