import { parentPort, workerData } from 'node:worker_threads'
import { type Answered, type Bind, openSqlite } from './sqlite.ts'

/** Runs in a thread of its own: neither a long count nor a slow disk may hold the service. */
export interface Question {
  id: number
  text: string
  binds: readonly Bind[]
}

export type Reply = { id: number; answer: Answered } | { id: number; error: string }

const { file, readOnly } = workerData
const database = openSqlite(file, { readOnly })

parentPort?.on('message', (question: Question | 'close') => {
  if (question === 'close') {
    database.close()
    parentPort?.close()
  } else parentPort?.postMessage(replyTo(question))
})

function replyTo({ id, text, binds }: Question): Reply {
  try {
    return { id, answer: database.execute(text, binds) }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}
