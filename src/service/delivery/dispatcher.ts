import { type Clock, yieldToEventLoop } from '../../core/clock.ts'
import type { Executor } from '../database/dialect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Metrics } from '../metrics.ts'
import type { RelayTrouble } from '../processes/store.ts'
import type { Outcome } from '../smtp/outcome.ts'
import { createWakeup } from '../wakeup.ts'
import { createCircuitBreaker } from './pacing/circuit-breaker.ts'
import { maxSubmitting } from './pacing/max-submitting.ts'
import { createQueueLimit } from './pacing/queue-limit.ts'
import type { Throttle } from './pacing/throttle.ts'
import type { MessageTable, QueuedMessage } from './queued-message.ts'
import { applyDeliveryResults } from './results/apply-delivery-results.ts'
import { deliveryResultOf } from './results/delivery-result.ts'
import type { MessageResult, PostponedMessage } from './results/message-state-store.ts'
import { isPlain } from './results/turn-store.ts'
import { writeEachResult } from './results/write-each-result.ts'
import { writeTurn } from './results/write-turn.ts'
import { createSender, type SenderOptions } from './send-message.ts'

/** How long a result may wait so that one commit can cover several: longer while more messages wait to be sent. */
const idleBatchMs = 5
const busyBatchMs = 25

const idleMs = 1000
/** The pause after a database error (a full disk, a lost connection). */
const errorPauseMs = 1000
/** Twice with the batch, once one by one. */
const maxFailuresAtStop = 3

interface DispatcherOptions extends SenderOptions {
  db: Executor
  clock: Clock
  metrics: Pick<Metrics, 'countMessage'>
  throttle: Throttle
  /** How many messages the pool sends at once. */
  connections: number
  /** Called when the dispatcher can accept more messages. */
  onCapacity(): void
  /** Called when so many results have been written, and so many of them were failures of recipients. */
  onResults(count: number, bad: number): void
  /** Called when the result of the last message has been written. */
  onIdle(): void
  /** Called when the relay goes down, with the reason, and when it is back. */
  onRelayChange(trouble: RelayTrouble | undefined): void
}

interface Dispatcher {
  add(messages: readonly QueuedMessage[]): void
  /** How many more messages the dispatcher can accept now. It always accepts urgent ones. */
  capacity(kind?: 'urgent'): number
  /** Runs until `stop`. Messages in flight at that time are finished and their results written. */
  run(): Promise<void>
  /** Starts nothing more. Messages that have not been submitted are given back. */
  stop(): void
  trouble(): RelayTrouble | undefined
  /** The messages that wait in this process, and those between `submitting` and their result. */
  load(): { queued: number; inFlight: number }
  /** After the end: whether messages or results could not be written. */
  hasLeftovers(): boolean
  /** When the last result was written. */
  lastResultAt(): number
  /** Whether this message waits here, is with the relay, or has a result that is not written yet. */
  holds(table: MessageTable, id: number): boolean
}

/**
 * Sends claimed messages through the pool. `submitting` is on disk before a message goes to the relay, and the
 * result is written afterwards: one transaction in one round trip writes the results that have arrived, and
 * releases the next messages. A turn has one message when there is one to send, and half of those that may be
 * `submitting` when there are many. While the database writes a turn, the messages of the turn before are made
 * and go to the relay.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { db, clock, log, metrics, throttle, connections } = options
  const { onCapacity, onResults, onIdle, onRelayChange } = options
  const maxInFlight = maxSubmitting(connections)
  const queueLimit = createQueueLimit(maxInFlight)
  const wakeup = createWakeup(clock)
  const breaker = createCircuitBreaker(clock, onRelayChange)
  const send = createSender(options)
  let queue: QueuedMessage[] = []
  /** Messages that may not be sent after all. The next turn gives them back. */
  let refused: QueuedMessage[] = []
  /** Messages that are `submitting` and go to the relay as soon as the next turn is with the database. */
  let granted: QueuedMessage[] = []
  let results: MessageResult[] = []
  /** The messages that are `submitting` and have no result. No Set: V8 keeps the tables that it has outgrown. */
  const inFlight: QueuedMessage[] = []
  /** The messages of the turn that is being written. */
  let writing: QueuedMessage[] = []
  let failures = 0
  let lastResultAt = 0
  let lostAtStop = 0
  let isStopping = false
  let isRelayWaitScheduled = false
  /** Whether more messages were asked for, and none have come since. */
  let hasAsked = false

  const unfinished = () => queue.length + refused.length + inFlight.length + results.length

  async function run(): Promise<void> {
    while (!isStopping || unfinished() > 0) {
      await wakeup.wait(idleMs)
      try {
        // What fails twice with the same results fails because of one of them.
        if (failures > 1) await writeEachResult({ db, log, clock }, results)
        await dispatchBatch()
        failures = 0
        if (!isHalfDone()) submitGranted()
      } catch (error) {
        submitGranted()
        failures++
        log.error('delivery could not be written', error)
        if (isStopping && failures >= maxFailuresAtStop) return
        await clock.sleep(errorPauseMs)
        wakeup.notify()
      }
    }
    if (lostAtStop > 0) {
      log.info('the relay did not answer before the stop', { uncertain: lostAtStop })
    }
  }

  async function dispatchBatch(): Promise<void> {
    const maySend = !isStopping && !breaker.isOpen()
    let finished = results
    const { batch, postponed } = maySend ? takeBatch() : { batch: [], postponed: [] }
    const released = maySend ? refused : [...refused, ...queue.splice(0)]
    if (finished.length + batch.length + postponed.length + released.length === 0) return
    results = []
    refused = []
    writing = batch.concat(
      released,
      finished.map(({ message }) => message),
      postponed.map(({ message }) => message),
    )
    // After the statements, which the database has by then.
    void yieldToEventLoop().then(submitGranted)
    try {
      const others = finished.filter((result) => !isPlain(result))
      if (others.length > 0) {
        await inTransaction(db, (tx) => applyDeliveryResults(tx, others, clock.now()))
        finished = finished.filter(isPlain)
      }
      const turn = { finished, batch, released, postponed }
      const marked = await writeTurn(db, turn, clock.now())
      const written = others.length + finished.length
      if (written > 0) {
        lastResultAt = clock.now()
        onResults(written, others.length)
      }
      granted.push(...marked)
      refused.push(...batch.filter((message) => !marked.has(message)))
      inFlight.push(...marked)
      if (refused.length > 0) wakeup.notify()
    } catch (error) {
      results = [...finished, ...results]
      queue = [...batch, ...postponed.map(({ message }) => message), ...queue]
      refused = [...released, ...refused]
      throw error
    } finally {
      writing = []
    }
    askForMore()
    if (unfinished() === 0) onIdle()
  }

  /** Takes what may be sent now. Messages to a throttled account or domain are postponed. */
  function takeBatch(): { batch: QueuedMessage[]; postponed: PostponedMessage[] } {
    const batch: QueuedMessage[] = []
    const postponed: PostponedMessage[] = []
    while (
      queue.length > 0 &&
      inFlight.length + batch.length < maxInFlight &&
      !isRelayThrottled()
    ) {
      const message = queue.shift()
      if (!message) break
      const dueAt = throttle.tryAcquire(message)
      if (dueAt === undefined) batch.push(message)
      else postponed.push({ message, dueAt })
    }
    return { batch, postponed }
  }

  function isRelayThrottled(): boolean {
    const waitMs = throttle.relayWaitMs()
    if (waitMs > 0 && !isRelayWaitScheduled) {
      isRelayWaitScheduled = true
      void clock.sleep(waitMs).then(() => {
        isRelayWaitScheduled = false
        wakeup.notify()
      })
    }
    return waitMs > 0
  }

  /** Whether so many messages have a result that the next turn begins. */
  const isHalfDone = (): boolean => results.length >= maxInFlight / 2

  function submitGranted(): void {
    const messages = granted
    granted = []
    const startedAt = clock.now()
    for (const message of messages) {
      send(message, (outcome, tellsOfRelay) => {
        if (tellsOfRelay) recordOutcome(message, outcome)
        finish(message, outcome, startedAt)
      })
    }
  }

  function recordOutcome(message: QueuedMessage, outcome: Outcome): void {
    if (outcome.state !== 'unreachable') queueLimit.countAnswer(clock.now())
    // Connections that a stop cuts say nothing about the relay.
    if (!isStopping) breaker.recordOutcome(outcome)
    throttle.recordOutcome(message, outcome)
  }

  function finish(message: QueuedMessage, outcome: Outcome, startedAt: number): void {
    const place = inFlight.indexOf(message)
    // An error after the outcome may report a second one.
    if (place === -1) return
    inFlight.splice(place, 1)
    const now = clock.now()
    metrics.countMessage(outcome.state, (now - startedAt) / 1000)
    if (isStopping && outcome.state === 'uncertain') lostAtStop++
    results.push({ message, result: deliveryResultOf(outcome, message.attempts, now) })
    if (isHalfDone() || inFlight.length === 0) wakeup.notify()
    else if (results.length === 1) {
      const waiting = results
      // A turn takes the results with it, so the next ones have a time of their own.
      void clock.sleep(queue.length > 0 ? busyBatchMs : idleBatchMs).then(() => {
        if (waiting === results) wakeup.notify()
      })
    }
  }

  /** Messages are claimed in batches, the next one while the last one is being sent. */
  function capacity(kind?: 'urgent'): number {
    if (isStopping || breaker.isOpen()) return 0
    if (kind === 'urgent') return maxInFlight - Math.min(maxInFlight, urgentCount())
    const maxQueued = queueLimit.current()
    return queue.length > maxQueued / 2 ? 0 : maxQueued - queue.length
  }

  /** Asks once, and again after each turn while the queue is empty: looking for due messages takes time. */
  function askForMore(): void {
    if (capacity() === 0 || (hasAsked && queue.length > 0)) return
    hasAsked = true
    onCapacity()
  }

  /** Urgent messages are at the start of the queue. */
  const urgentCount = (): number => queue.findLastIndex(({ isUrgent }) => isUrgent) + 1

  return {
    capacity,
    run,
    add(messages) {
      if (messages.length === 0) return
      hasAsked = false
      if (unfinished() === 0) queueLimit.begin(clock.now())
      const urgent = messages.filter(({ isUrgent }) => isUrgent)
      // Otherwise the results of the messages in flight begin a turn, which takes these as well.
      const needsTurn = urgent.length > 0 || queue.length === 0 || inFlight.length === 0
      queue.splice(urgentCount(), 0, ...urgent)
      queue.push(...messages.filter(({ isUrgent }) => !isUrgent))
      if (needsTurn) wakeup.notify()
    },
    stop() {
      isStopping = true
      wakeup.notify()
    },
    hasLeftovers: () => unfinished() > 0,
    trouble: breaker.trouble,
    load: () => ({ queued: queue.length, inFlight: inFlight.length }),
    lastResultAt: () => lastResultAt,
    holds: (table, id) =>
      [queue, refused, writing, inFlight, results.map(({ message }) => message)].some((messages) =>
        messages.some((message) => message.table === table && message.id === id),
      ),
  }
}
