import { setMaxListeners } from 'node:events'
import { yieldToEventLoop } from '../../core/clock.ts'
import { minuteMs } from '../../core/time.ts'
import type { Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'
import { createOutbound } from '../outbound.ts'
import type { Claims } from '../processes/claims.ts'
import type { Service } from '../service.ts'
import { createWakeup, type Wakeup } from '../wakeup.ts'
import { attemptDelivery, isGone } from './attempt.ts'
import {
  type Attempt,
  countFailure,
  recordAttempts,
  releaseDelivery,
  resetFailures,
} from './attempts-store.ts'
import { allocateConnections, type Lane } from './connection-lanes.ts'
import { disableAndNotify } from './disable.ts'
import { createInFlightDeliveries } from './in-flight.ts'
import { type ClaimedDelivery, claimDeliveries, selectDueWebhooks } from './queue-store.ts'
import { disableAfterMs } from './retry-schedule.ts'

/** Polls for due retries. */
const idleMs = 1000
/** The pause after a database error. */
const pauseMs = 1000
/** How long responses may take when the deliverer stops. */
const graceMs = 2000
/** How long a delivery waits that could not even be sent. */
const brokenMs = 2 * minuteMs

/** Waits longer than a tick while there is no work, or not at all. */
type Rest = (kind: 'webhooks', wakeup: Wakeup) => Promise<void>

interface Deliverer {
  /** Called when there may be something to deliver. */
  notify(): void
  /** Runs until `stop`. */
  run(): Promise<void>
  /** Starts no more attempts. Attempts without a response soon are left to the next process. */
  stop(): void
}

/**
 * Delivers events to webhooks: many webhooks in parallel, few events each. Results are written in
 * batches.
 */
export function createDeliverer(service: Service, claims: Claims, rest: Rest): Deliverer {
  const { db, clock, log, resolver, secrets, settings, wake } = service
  const outbound = createOutbound({
    resolver,
    clock,
    allowsPrivate: settings.allowsPrivateWebhooks,
  })
  const wakeup = createWakeup(clock)
  const ending = new AbortController()
  // Every attempt in flight listens to this signal.
  setMaxListeners(0, ending.signal)
  const inFlight = createInFlightDeliveries(clock)
  const attempts: Attempt[] = []
  const released: ClaimedDelivery[] = []
  let isStopping = false

  async function run(): Promise<void> {
    while (!isOver()) {
      try {
        if (await runOnce()) await yieldToEventLoop()
        else if (!isOver() && !(await wakeup.wait(idleMs)) && !isStopping) {
          await rest('webhooks', wakeup)
        }
      } catch (error) {
        log.error('webhooks failed', error)
        if (isStopping) break
        await clock.sleep(pauseMs)
      }
    }
    ending.abort()
    await outbound.close()
  }

  const isOver = () => isStopping && inFlight.size() + attempts.length + released.length === 0

  /** Returns whether there was anything to do. */
  async function runOnce(): Promise<boolean> {
    await writeResults()
    return !isStopping && (await claim())
  }

  async function writeResults(): Promise<void> {
    const done = attempts.splice(0, sliceSize)
    const toRelease = released.splice(0, sliceSize)
    if (done.length + toRelease.length === 0) return
    if (attempts.length > 0) wakeup.notify()
    try {
      const hasMail = await db.transaction().execute(async (tx) => {
        for (const delivery of toRelease) await releaseDelivery(tx, delivery)
        return applyResults(tx, await recordAttempts(tx, done))
      })
      if (hasMail) wake()
    } catch (error) {
      attempts.unshift(...done)
      released.unshift(...toRelease)
      throw error
    }
  }

  /** Returns whether an owner is notified. */
  async function applyResults(tx: Executor, written: readonly Attempt[]): Promise<boolean> {
    const isDelivered = ({ outcome }: Attempt) => outcome.state === 'delivered'
    const delivered = written.filter(isDelivered)
    const undelivered = written.filter((attempt) => !isDelivered(attempt))
    await resetFailures(tx, [...new Set(delivered.map(({ delivery }) => delivery.webhookId))])
    let hasNotified = false
    for (const attempt of undelivered) {
      await countFailure(tx, attempt.delivery.webhookId, attempt.at)
      if (attempt.outcome.state === 'failed')
        hasNotified = (await giveUp(tx, attempt)) || hasNotified
    }
    return hasNotified
  }

  async function giveUp(tx: Executor, attempt: Attempt): Promise<boolean> {
    const { webhookId, event } = attempt.delivery
    log.info('webhook event given up', { webhook: webhookId, event_id: event.id })
    const now = clock.now()
    const since = isGone(attempt) ? now : now - disableAfterMs
    return disableAndNotify(tx, service, { webhookId, since, now })
  }

  /** Returns whether there was anything to send. */
  async function claim(): Promise<boolean> {
    const now = clock.now()
    const due = inFlight.waiting(await selectDueWebhooks(db, now))
    const slots = allocateConnections(due, inFlight.current())
    const lanes = new Map(slots.map(({ id, lane }) => [id, lane]))
    const claimed = await claims.withClaim((claim) => claimDeliveries(db, slots, { claim, now }))
    for (const delivery of claimed) {
      void launch(delivery, lanes.get(delivery.webhookId) ?? 'untried')
    }
    return claimed.length > 0
  }

  async function launch(delivery: ClaimedDelivery, lane: Lane): Promise<void> {
    inFlight.begin(delivery, lane)
    let ms: number | undefined
    try {
      const done = await attemptDelivery(
        { outbound, clock, vault: secrets.vault },
        delivery,
        ending.signal,
      )
      ms = done?.ms
      if (done) attempts.push(done)
      else released.push(delivery)
    } catch (error) {
      // The others are not affected. At once, it would fail again.
      log.error('webhook could not be called', error, { webhook: delivery.webhookId })
      void clock.sleep(brokenMs, ending.signal).then(() => {
        released.push(delivery)
        wakeup.notify()
      })
    } finally {
      inFlight.end(delivery, ms)
      wakeup.notify()
    }
  }

  return {
    notify: wakeup.notify,
    run,
    stop() {
      isStopping = true
      wakeup.notify()
      void clock.sleep(graceMs, ending.signal).then(() => ending.abort())
    },
  }
}
