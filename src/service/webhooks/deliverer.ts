import { setMaxListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { createBell } from '../bell.ts'
import type { Executor } from '../database/dialect.ts'
import { createOutbound } from '../outbound.ts'
import type { Service } from '../service.ts'
import { attemptDelivery, isGone } from './attempt.ts'
import { allot } from './lanes.ts'
import { disableAndTell } from './notice.ts'
import {
  type Attempt,
  busyOf,
  type ClaimedDelivery,
  claimDeliveries,
  noteFailure,
  noteSuccess,
  releaseDelivery,
  selectDueWebhooks,
  settleAttempt,
} from './queue-store.ts'
import { patienceMs } from './schedule.ts'

/** The next retry may be due. */
const idleMs = 1000
/** After an error of the database. */
const pauseMs = 1000
/** At the end, for answers that are on their way. */
const graceMs = 2000

export interface Deliverer {
  /** There may be something to deliver. */
  ring(): void
  /** Until `stop`. */
  run(): Promise<void>
  /** Nothing new is begun; what is not answered soon waits for the next process. */
  stop(): void
}

/** Takes events to webhooks: many at once, few to each, and what came of it is written in one go. */
export function createDeliverer(service: Service): Deliverer {
  const { db, clock, log, resolver, secrets, settings, wake } = service
  const outbound = createOutbound({
    resolver,
    clock,
    allowsPrivate: settings.allowsPrivateWebhooks,
  })
  const bell = createBell(clock)
  const ending = new AbortController()
  // Everything under way listens.
  setMaxListeners(0, ending.signal)
  const underWay = new Set<ClaimedDelivery>()
  let attempts: Attempt[] = []
  let released: ClaimedDelivery[] = []
  let isStopping = false

  async function run(): Promise<void> {
    while (!isOver()) {
      try {
        if (await turn()) await setImmediate()
        else if (!isOver()) await bell.wait(idleMs)
      } catch (error) {
        log.error('webhooks failed', error)
        if (isStopping) break
        await clock.sleep(pauseMs)
      }
    }
    ending.abort()
    await outbound.close()
  }

  const isOver = () => isStopping && underWay.size + attempts.length + released.length === 0

  /** Whether there was anything to do. */
  async function turn(): Promise<boolean> {
    await settle()
    const claimed = isStopping ? [] : await claim()
    for (const delivery of claimed) void launch(delivery)
    return claimed.length > 0
  }

  async function settle(): Promise<void> {
    const [done, back] = [attempts, released]
    if (done.length + back.length === 0) return
    attempts = []
    released = []
    try {
      const hasMail = await db.transaction().execute(async (tx) => {
        for (const delivery of back) await releaseDelivery(tx, delivery)
        let hasTold = false
        for (const attempt of done) hasTold = (await write(tx, attempt)) || hasTold
        return hasTold
      })
      if (hasMail) wake()
    } catch (error) {
      attempts = [...done, ...attempts]
      released = [...back, ...released]
      throw error
    }
  }

  /** Whether its owner is told something. */
  async function write(tx: Executor, attempt: Attempt): Promise<boolean> {
    const { webhookId, event } = attempt.delivery
    if (!(await settleAttempt(tx, attempt))) return false
    if (attempt.end.state === 'delivered') {
      await noteSuccess(tx, webhookId)
      return false
    }
    const now = clock.now()
    await noteFailure(tx, webhookId, attempt.at)
    if (attempt.end.state === 'pending') return false
    log.info('webhook event given up', { webhook: webhookId, event_id: event.id })
    const since = isGone(attempt) ? now : now - patienceMs
    return disableAndTell(tx, { webhookId, since, now })
  }

  async function claim(): Promise<ClaimedDelivery[]> {
    const now = clock.now()
    const claimed: ClaimedDelivery[] = []
    for (const place of allot(await selectDueWebhooks(db, now), busyOf(underWay))) {
      claimed.push(...(await claimDeliveries(db, place, now)))
    }
    return claimed
  }

  async function launch(delivery: ClaimedDelivery): Promise<void> {
    underWay.add(delivery)
    try {
      const done = await attemptDelivery(
        { outbound, clock, vault: secrets.vault },
        delivery,
        ending.signal,
      )
      if (done) attempts.push(done)
      else released.push(delivery)
    } catch (error) {
      // Its lease runs out; the others have theirs.
      log.error('webhook could not be called', error, { webhook: delivery.webhookId })
    } finally {
      underWay.delete(delivery)
      bell.ring()
    }
  }

  return {
    ring: bell.ring,
    run,
    stop() {
      isStopping = true
      bell.ring()
      void clock.sleep(graceMs, ending.signal).then(() => ending.abort())
    },
  }
}
