import type { ConnectionOptions } from 'node:tls'
import { type Connection, openConnection } from './connection.ts'
import type { Extensions } from './extensions.ts'
import type { Circumstances, MailingMode } from './mailing-output.ts'
import { type Outcome, outcomeWithout } from './outcome.ts'
import { parseRelay } from './relay.ts'
import { createRelayFeatures } from './relay-features.ts'
import type { Submission } from './submission.ts'
import { standardTimeouts, type Timeouts } from './timeouts.ts'

export interface PoolOptions {
  /** `smtp://` or `smtps://`, with credentials if the relay requires them. */
  url: string
  /** Maximum connections. A message waits for a free one. */
  connections: number
  /** An idle connection is closed after this time. */
  idleMs?: number
  /** The host name in EHLO. */
  clientName?: string
  timeouts?: Partial<Timeouts>
  tls?: ConnectionOptions
}

/** A message that is made when a connection can take it: its bytes are read while the processor still has them. */
interface UnmadeSubmission extends Pick<Submission, 'isUrgent'> {
  /** Returns the outcome of a message that cannot be made. Never throws. */
  make(): Submission | Outcome | Promise<Submission | Outcome>
  /** Called once, with the outcome. A connection may be reading its replies, so it must not throw. */
  settled(outcome: Outcome): void
}

export interface Pool {
  send(message: Submission): Promise<Outcome>
  /** Sends a message that is not made yet, and calls its `settled`. */
  submit(message: UnmadeSubmission): void
  /** Waits for messages in flight or queued. A later message is `unreachable`. */
  close(): Promise<void>
  /** Cuts all connections. Messages that the relay was receiving are `uncertain`. */
  abort(): void
}

interface QueuedSubmission extends Submission {
  /** Undefined if the message is made. */
  make: UnmadeSubmission['make'] | undefined
  settled: UnmadeSubmission['settled']
  /** How often its envelope was lost together with a connection. */
  lossesAsFirst: number
  lossesBehindOthers: number
}

// A relay should keep an idle connection for 5 minutes (RFC 5321 4.5.3.2.7), but many don't.
const IDLE_MS = 30_000
/** RFC 5321 4.1.3: an address literal, for a client without a name. */
const NO_NAME = '[127.0.0.1]'
/** A shorter round trip is not worth what `BDAT` costs: a lost connection makes more messages uncertain. */
const minChunkingMs = 5
/** As the first message of a connection. Behind others, it was rather the turn of the connection to end. */
const maxLosses = 3
const maxLossesBehindOthers = 30

export function createPool(options: PoolOptions): Pool {
  const settings = {
    relay: parseRelay(options.url, options.tls),
    clientName: options.clientName ?? NO_NAME,
    timeouts: { ...standardTimeouts, ...options.timeouts },
    idleMs: options.idleMs ?? IDLE_MS,
  }
  const features = createRelayFeatures()
  const opening = new Set<Connection>()
  // The last one is used first, so that the others can be closed when the volume is low.
  const open: Connection[] = []
  const waiting: QueuedSubmission[] = []
  let inFlight = 0
  let isClosed = false
  let isAborted = false
  let onChange = () => {}

  const send = (message: Submission): Promise<Outcome> =>
    new Promise((settled) => {
      accept(message, { isUrgent: message.isUrgent, make: undefined, settled })
    })

  const submit = (message: UnmadeSubmission): void => accept(unmadeFields, message)

  function accept(
    { from, to, raw, isCanonical, onLeft }: Submission,
    { isUrgent, make, settled }: Pick<QueuedSubmission, 'isUrgent' | 'make' | 'settled'>,
  ): void {
    if (isClosed) {
      settled(closedOutcome())
      return
    }
    enqueue({
      from,
      to,
      raw,
      isCanonical,
      isUrgent,
      onLeft,
      make,
      settled,
      lossesAsFirst: 0,
      lossesBehindOthers: 0,
    })
    assign()
  }

  /** Urgent messages are at the start, and those that are made before those that are not. */
  function enqueue(message: QueuedSubmission): void {
    if (!message.isUrgent && message.make) waiting.push(message)
    else {
      const isBehind = ({ isUrgent, make }: QueuedSubmission) =>
        !isUrgent && (message.isUrgent || make !== undefined)
      const place = waiting.findIndex(isBehind)
      waiting.splice(place === -1 ? waiting.length : place, 0, message)
    }
  }

  /** Gives waiting messages to connections, the free ones first. */
  function assign(): void {
    while (waiting.length > opening.size) {
      const free = open.findLast((connection) => connection.isFree())
      if (free) free.offer()
      else if (open.length + opening.size < options.connections) connect()
      else break
    }
    for (const connection of open) {
      if (waiting.length === 0) return
      connection.offer()
    }
  }

  function connect(): void {
    const connection: Connection = openConnection<QueuedSubmission>(settings, {
      next: () => next(connection),
      settle,
      unsent,
      failed(feature) {
        if (!isAborted) features.failed(feature)
      },
      chooseMode(extensions, roundTripMs) {
        opening.delete(connection)
        open.push(connection)
        return modeFor(extensions, roundTripMs)
      },
      end(error, wasReady) {
        if (wasReady) open.splice(open.indexOf(connection), 1)
        else opening.delete(connection)
        if (!wasReady) refuse(error)
        changed()
      },
    })
    opening.add(connection)
  }

  function modeFor(extensions: Extensions, roundTripMs: number): MailingMode {
    const pipelines = extensions.pipelining && features.isUsable('pipelining')
    const isFar = roundTripMs >= minChunkingMs
    return {
      pipelines,
      overlaps: pipelines && features.isUsable('overlap'),
      chunks: pipelines && extensions.chunking && isFar && features.isUsable('chunking'),
    }
  }

  /** Returns a message that is made. Leaves the other connections their share. */
  function next(connection: Connection): QueuedSubmission | undefined {
    for (;;) {
      const share = Math.ceil((waiting.length + inFlight) / options.connections)
      if (connection.load() >= share) return undefined
      const message = waiting.shift()
      if (!message) return undefined
      inFlight++
      if (prepare(message)) return message
    }
  }

  /** Makes a message, if it is not made yet. Returns false if it cannot be made, or takes time: then it comes back. */
  function prepare(message: QueuedSubmission): boolean {
    const { make } = message
    if (!make) return true
    const made = make()
    if (!(made instanceof Promise)) return takeMade(message, made)
    void made.then((finished) => {
      if (!takeMade(message, finished)) return
      inFlight--
      enqueue(message)
      changed()
    })
    return false
  }

  function takeMade(message: QueuedSubmission, made: Submission | Outcome): boolean {
    if ('state' in made || isAborted) {
      settle(message, 'state' in made ? made : closedOutcome())
      return false
    }
    const { from, to, raw, isCanonical, onLeft } = made
    message.from = from
    message.to = to
    message.raw = raw
    message.isCanonical = isCanonical
    message.onLeft = onLeft
    message.make = undefined
    return true
  }

  function settle(message: QueuedSubmission, outcome: Outcome): void {
    inFlight--
    message.settled(outcome)
    // Not at once: the connection may be asking for its next message.
    if (isClosed) queueMicrotask(changed)
  }

  /**
   * A relay may end a connection after any message, so the next one goes out again. One that never got
   * further than the first envelope is deferred, since it may be what the relay fails at.
   */
  function unsent(message: QueuedSubmission, error: Error, circumstances: Circumstances): void {
    const isOwnFault = circumstances.isFirst && !circumstances.isPipelined
    if (isOwnFault) features.restore('pipelining')
    if (circumstances.isFirst) message.lossesAsFirst++
    else message.lossesBehindOthers++
    const isTooOften =
      message.lossesAsFirst > maxLosses || message.lossesBehindOthers > maxLossesBehindOthers
    if (isAborted) {
      settle(message, closedOutcome())
    } else if (isOwnFault || isTooOften) {
      message.onLeft?.()
      settle(message, outcomeWithout('deferred', error))
    } else {
      inFlight--
      waiting.unshift(message)
      // Not at once: the connection is still being used.
      queueMicrotask(changed)
    }
  }

  /** A message for which a connection was to be opened cannot be sent now. */
  function refuse(error: Error): void {
    const message = waiting.shift()
    message?.onLeft?.()
    message?.settled(outcomeWithout('unreachable', error))
  }

  function changed(): void {
    if (!isAborted) assign()
    onChange()
  }

  function close(): Promise<void> {
    isClosed = true
    return new Promise((resolve) => {
      onChange = () => {
        if (waiting.length + inFlight > 0) return
        for (const connection of opening) connection.abort(closedError())
        for (const connection of [...open]) connection.quit()
        if (open.length + opening.size === 0) resolve()
      }
      onChange()
    })
  }

  function abort(): void {
    isClosed = true
    isAborted = true
    for (const message of waiting.splice(0)) message.settled(closedOutcome())
    for (const connection of [...opening, ...open]) connection.abort(closedError())
  }

  return { send, submit, close, abort }
}

const unmadeFields: Submission = { from: '', to: '', raw: Buffer.alloc(0) }

const closedError = () => new Error('The pool is closed')
const closedOutcome = (): Outcome => outcomeWithout('unreachable', closedError())
