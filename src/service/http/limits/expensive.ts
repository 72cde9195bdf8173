import type { ServerResponse } from 'node:http'
import type { Endpoint } from '../../../contract/endpoint.ts'
import type { Clock } from '../../../core/clock.ts'
import { Failure } from '../../../core/failure.ts'
import { createFairQueue } from '../../../core/fair-queue.ts'
import { secondMs } from '../../../core/time.ts'
import { isStatementTimeout } from '../../database/dialect.ts'
import { maxLongReads } from '../../database/reader.ts'
import type { Principal } from '../../handler.ts'
import { refusalDelayMs } from './limits.ts'

/** Half, so that a request of another account starts at once. */
const perGroup = maxLongReads / 2
/** A client that runs its requests one after another needs none of them, and an import 16. */
const maxWaiting = 50
/** Each file is a connection and a page of rows in memory, as long as its reader takes. */
const maxFiles = 8
/** PostgreSQL ends a statement then too. SQLite cannot: its thread continues, in the group's slot. */
const maxReadMs = 30 * secondMs

/** Requests that take much longer than others: few run at once, and accounts take turns. */
export interface ExpensiveRequests {
  /** `signal` aborts when the client is gone. */
  turnsOf(endpoint: Endpoint, account: Principal, signal: AbortSignal): Turns
}

interface Turns {
  /** Throws `rate_limited` if too many wait, and `read_too_slow` for a read without an end. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /**
   * Produces each chunk of a file in a turn of its own, because the client may take any time between
   * two chunks.
   */
  inTurns<Chunk>(chunks: AsyncIterable<Chunk>): AsyncIterable<Chunk>
}

/** Enough for a script that uses the API as fast as it can. */
const quickAtOnce = 8

/**
 * Requests that are not expensive: they wait for nothing but other requests of their account. A
 * client with a hundred connections would otherwise be served a hundred times before another's turn.
 */
export function createQuickRequests(): (account: Principal) => Turns {
  const queue = createFairQueue({
    slots: Number.POSITIVE_INFINITY,
    perKey: quickAtOnce,
    maxWaiting: 1000,
    typicalMs: 10,
  })
  return ({ limitGroup }) => ({
    inTurn: (work) => queue.run(String(limitGroup), work),
    inTurns: (chunks) => chunks,
  })
}

/** For uploads, which take as long as their clients, and requests without an account. */
export const withoutTurns: Turns = { inTurn: (work) => work(), inTurns: (chunks) => chunks }

/** Whether a request needs a turn. One row of many is written as fast as any other small change. */
export const isExpensive = ({ expensive, body }: Endpoint, input: object): boolean =>
  expensive === true && !(body.kind === 'rows' && 'single' in input && input.single === true)

/**
 * Returns a signal that aborts when the connection closes before the answer is complete. Afterwards nothing waits
 * for it, and aborting makes an error with a stack.
 */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableEnded) gone.abort()
  })
  return gone.signal
}

export function createExpensiveRequests(clock: Clock): ExpensiveRequests {
  const queue = createFairQueue({
    slots: maxLongReads,
    perKey: perGroup,
    maxWaiting,
    typicalMs: 500,
  })
  /** The open files of each group. */
  const files = new Map<string, number>()

  return {
    turnsOf({ effect }, { limitGroup }, signal) {
      const key = String(limitGroup)
      return {
        inTurn: (work) =>
          new Promise((resolve, reject) => {
            const ended = new AbortController()
            let hasStarted = false
            const timedWork = () => {
              hasStarted = true
              if (effect === 'read') rejectLate(reject, ended.signal)
              return work()
            }
            queue
              .run(key, timedWork, { signal })
              .then(resolve, async (error) => {
                if (!hasStarted) await clock.sleep(refusalDelayMs(), signal)
                reject(effect === 'read' && isStatementTimeout(error) ? readTooSlow() : error)
              })
              .finally(() => ended.abort())
          }),
        inTurns: (chunks) => takeTurns(key, chunks, signal),
      }
    },
  }

  /** The work keeps its slot until it ends, so that its account cannot start more of it. */
  async function rejectLate(reject: (late: Failure) => void, ended: AbortSignal): Promise<void> {
    await clock.sleep(maxReadMs, ended)
    if (!ended.aborted) reject(readTooSlow())
  }

  async function* takeTurns<Chunk>(
    key: string,
    chunks: AsyncIterable<Chunk>,
    signal: AbortSignal,
  ): AsyncGenerator<Chunk> {
    const count = files.get(key) ?? 0
    if (count >= maxFiles) throw new Failure('rate_limited', { retryAfterSeconds: 10 })
    files.set(key, count + 1)
    const iterator = chunks[Symbol.asyncIterator]()
    try {
      for (let isAccepted = false; ; isAccepted = true) {
        const next = await queue.run(key, () => iterator.next(), { signal, isAccepted })
        if (next.done) return
        yield next.value
      }
    } finally {
      const left = (files.get(key) ?? 1) - 1
      if (left === 0) files.delete(key)
      else files.set(key, left)
      await iterator.return?.()
    }
  }
}

const readTooSlow = () =>
  new Failure('read_too_slow', { values: { seconds: maxReadMs / secondMs } })
