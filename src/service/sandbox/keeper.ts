import { setImmediate } from 'node:timers/promises'
import type { Executor } from '../database/dialect.ts'
import { insertMessages, type NewMessage } from './store.ts'

/** Rows in one statement: beyond this a commit gets no cheaper a row. */
const mostInGroup = 50

interface Waiting {
  rows: readonly NewMessage[]
  resolve(): void
  reject(cause: unknown): void
}

/**
 * Returns what keeps messages, and resolves once they are committed. A commit is dear, so whatever
 * arrives while one is under way goes into the next together.
 */
export function createKeeper(db: Executor): (rows: readonly NewMessage[]) => Promise<void> {
  const waiting: Waiting[] = []
  let isWriting = false

  return (rows) =>
    new Promise((resolve, reject) => {
      waiting.push({ rows, resolve, reject })
      if (!isWriting) void writeAll()
    })

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      // What other connections have brought by now is read first.
      await setImmediate()
      await write(waiting.splice(0, mostInGroup))
    }
    isWriting = false
  }

  async function write(group: readonly Waiting[]): Promise<void> {
    try {
      const rows = group.flatMap((each) => each.rows)
      await insertMessages(db, rows)
      for (const { resolve } of group) resolve()
    } catch (cause) {
      for (const { reject } of group) reject(cause)
    }
  }
}
