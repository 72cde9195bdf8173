import type { ConnectionOptions } from 'node:tls'
import { type Outcome, type SmtpError, unreachable } from './outcome.ts'
import { parseRelay, type Relay } from './relay.ts'
import { openSession, type Session, type Submission } from './session.ts'

export interface PoolOptions {
  /** `smtp://` or `smtps://`, with user and password where the relay wants them. */
  url: string
  /** At most so many at once; a send waits for a free one. */
  connections: number
  /** A connection without work for so long is closed. */
  idleMs?: number
  /** The name said in EHLO. */
  clientName?: string
  connectMs?: number
  greetingMs?: number
  /** Silence of the relay within a message. */
  answerMs?: number
  tls?: ConnectionOptions
}

export interface Pool {
  /** Rejects only with what `onBeforeData` threw. */
  send(submission: Submission): Promise<Outcome>
  /** Waits for what is in flight or in the queue; a later send finds the relay unreachable. */
  close(): Promise<void>
}

// A relay should keep an idle connection for 5 minutes (RFC 5321 4.5.3.2.7); many don't.
const IDLE_MS = 30_000
const CONNECT_MS = 10_000
const GREETING_MS = 30_000
// RFC 5321 4.5.3.2.6: the answer to a message may take 10 minutes. Giving up earlier makes
// `uncertain` what was sent.
const ANSWER_MS = 600_000

interface Lane {
  session?: Session | undefined
  idle?: NodeJS.Timeout | undefined
}

export function createPool(options: PoolOptions): Pool {
  const relay = relayOf(options)
  const idleMs = options.idleMs ?? IDLE_MS
  // Used from the end, so that a trickle of messages keeps to one warm connection.
  const free: Lane[] = Array.from({ length: options.connections }, () => ({}))
  const waiting: ((lane: Lane) => void)[] = []
  let isClosed = false

  async function send(submission: Submission): Promise<Outcome> {
    if (isClosed) return unreachable(new Error('The pool is closed'))
    const lane = await take()
    try {
      for (;;) {
        const outcome = await attempt(lane, submission)
        if (outcome !== 'stale') return outcome
      }
    } finally {
      give(lane)
    }
  }

  async function attempt(lane: Lane, submission: Submission): Promise<Outcome | 'stale'> {
    if (!lane.session?.isOpen()) {
      try {
        lane.session = await openSession(relay)
      } catch (error) {
        return unreachable(error as SmtpError)
      }
    }
    return lane.session.submit(submission)
  }

  async function take(): Promise<Lane> {
    const lane = free.pop() ?? (await new Promise<Lane>((resolve) => waiting.push(resolve)))
    clearTimeout(lane.idle)
    return lane
  }

  function give(lane: Lane): void {
    const next = waiting.shift()
    if (next) {
      next(lane)
    } else {
      free.push(lane)
      lane.idle = setTimeout(hangUp, idleMs, lane)
    }
  }

  async function hangUp(lane: Lane): Promise<void> {
    clearTimeout(lane.idle)
    const { session } = lane
    lane.session = undefined
    await session?.quit()
  }

  async function close(): Promise<void> {
    isClosed = true
    // Behind all who wait for one.
    const lanes = await Promise.all(Array.from({ length: options.connections }, take))
    await Promise.all(lanes.map(hangUp))
    free.push(...lanes)
  }

  return { send, close }
}

function relayOf({ url, tls, ...options }: PoolOptions): Relay {
  const relay = parseRelay(url, tls)
  const timeouts = {
    connectionTimeout: options.connectMs ?? CONNECT_MS,
    greetingTimeout: options.greetingMs ?? GREETING_MS,
    socketTimeout: options.answerMs ?? ANSWER_MS,
  }
  return { ...relay, options: { ...relay.options, ...timeouts, name: options.clientName } }
}
