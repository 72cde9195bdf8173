import { yieldToEventLoop } from '../../core/clock.ts'
import type { Executor } from '../database/dialect.ts'
import { insertMessages, type NewMessage } from './store.ts'

/** Rows in one statement. Larger groups do not make a row cheaper. */
const maxGroupSize = 50

interface Waiting {
  rows: readonly NewMessage[]
  resolve(): void
  reject(cause: unknown): void
}

/**
 * Returns a function that stores messages and resolves once they are committed. A commit is
 * expensive, so messages that arrive during one commit share the next.
 */
export function createMessageWriter(db: Executor): (rows: readonly NewMessage[]) => Promise<void> {
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
      // Lets other connections deliver what they have received.
      await yieldToEventLoop()
      await write(waiting.splice(0, maxGroupSize))
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
