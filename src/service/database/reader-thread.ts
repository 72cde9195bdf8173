import { parentPort, workerData } from 'node:worker_threads'
import { openSqlite } from './sqlite.ts'

/** Runs in a thread of its own, on a read-only connection: a long count must not hold the service. */
export interface Question {
  id: number
  sql: string
  parameters: readonly unknown[]
}

export type Reply = { id: number; rows: unknown[] } | { id: number; error: string }

const database = openSqlite(workerData.file, { readOnly: true })

parentPort?.on('message', ({ id, sql, parameters }: Question) => {
  parentPort?.postMessage(answer(id, sql, parameters))
})

function answer(id: number, text: string, parameters: readonly unknown[]): Reply {
  try {
    return { id, rows: database.execute(text, parameters).rows }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}
