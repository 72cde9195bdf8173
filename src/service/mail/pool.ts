import { setMaxListeners } from 'node:events'
import type { ConnectionOptions } from 'node:tls'
import { type Outcome, type SmtpError, unreachable } from './outcome.ts'
import { parseRelay, type Relay } from './relay.ts'
import { openSession, type Session, type Submission } from './session.ts'

export interface PoolOptions {
  /** `smtp://` or `smtps://`, with credentials if the relay requires them. */
  url: string
  /** Maximum connections. A message waits for a free one. */
  connections: number
  /** An idle connection is closed after this time. */
  idleMs?: number
  /** The host name in EHLO. */
  clientName?: string
  connectMs?: number
  greetingMs?: number
  /** How long the relay may take to reply. */
  answerMs?: number
  tls?: ConnectionOptions
}

export interface Pool {
  /** Rejects only with an error that `onBeforeData` throws. */
  send(submission: Submission): Promise<Outcome>
  /** Waits for messages in flight or queued. A later `send` returns `unreachable`. */
  close(): Promise<void>
  /** Cuts all connections. Messages that the relay was receiving are `uncertain`. */
  abort(): void
}

// A relay should keep an idle connection for 5 minutes (RFC 5321 4.5.3.2.7), but many don't.
const IDLE_MS = 30_000
const CONNECT_MS = 10_000
const GREETING_MS = 30_000
// RFC 5321 4.5.3.2.6: the reply to a message may take 10 minutes. A shorter timeout would make sent
// messages `uncertain`.
const ANSWER_MS = 600_000

interface ConnectionSlot {
  session?: Session | undefined
  idle?: NodeJS.Timeout | undefined
}

export function createPool(options: PoolOptions): Pool {
  const relay = relayOf(options)
  const idleMs = options.idleMs ?? IDLE_MS
  // Used as a stack, so that a low volume reuses one warm connection.
  const free: ConnectionSlot[] = Array.from({ length: options.connections }, () => ({}))
  const waiting: ((lane: ConnectionSlot) => void)[] = []
  const busy = new Set<Session>()
  const aborting = new AbortController()
  setMaxListeners(0, aborting.signal)
  let isClosed = false

  async function send(submission: Submission): Promise<Outcome> {
    if (isClosed) return unreachable(new Error('The pool is closed'))
    const lane = await take()
    try {
      for (;;) {
        if (aborting.signal.aborted) return unreachable(new Error('The pool is closed'))
        const outcome = await attempt(lane, submission)
        if (outcome !== 'stale') return outcome
      }
    } finally {
      give(lane)
    }
  }

  async function attempt(lane: ConnectionSlot, submission: Submission): Promise<Outcome | 'stale'> {
    if (!lane.session?.isOpen()) {
      try {
        lane.session = await openSession(relay, aborting.signal)
      } catch (error) {
        return unreachable(error as SmtpError)
      }
    }
    return submitOver(lane.session, submission)
  }

  async function submitOver(session: Session, submission: Submission): Promise<Outcome | 'stale'> {
    busy.add(session)
    try {
      const outcome = await session.submit(submission)
      if (!aborting.signal.aborted || outcome === 'stale') return outcome
      // We cut the connection ourselves before the content, so the relay has not deferred it.
      return outcome.state === 'deferred' && outcome.code === undefined
        ? { ...outcome, state: 'unreachable' }
        : outcome
    } finally {
      busy.delete(session)
    }
  }

  async function take(): Promise<ConnectionSlot> {
    const lane =
      free.pop() ?? (await new Promise<ConnectionSlot>((resolve) => waiting.push(resolve)))
    clearTimeout(lane.idle)
    return lane
  }

  function give(lane: ConnectionSlot): void {
    const next = waiting.shift()
    if (next) {
      next(lane)
    } else {
      free.push(lane)
      lane.idle = setTimeout(hangUp, idleMs, lane)
    }
  }

  async function hangUp(lane: ConnectionSlot): Promise<void> {
    clearTimeout(lane.idle)
    const { session } = lane
    lane.session = undefined
    await session?.quit()
  }

  async function close(): Promise<void> {
    isClosed = true
    // Queues behind all waiting messages.
    const lanes = await Promise.all(Array.from({ length: options.connections }, take))
    await Promise.all(lanes.map(hangUp))
    free.push(...lanes)
  }

  function abort(): void {
    isClosed = true
    aborting.abort()
    for (const session of busy) session.abort()
  }

  return { send, close, abort }
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
