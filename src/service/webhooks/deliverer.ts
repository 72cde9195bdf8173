import { setMaxListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { createBell } from '../bell.ts'
import type { Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'
import { createOutbound } from '../outbound.ts'
import type { Service } from '../service.ts'
import { attemptDelivery, isGone } from './attempt.ts'
import { allot, type Lane } from './lanes.ts'
import { disableAndTell } from './notice.ts'
import { type ClaimedDelivery, claimDeliveries, selectDueWebhooks } from './queue-store.ts'
import { patienceMs } from './schedule.ts'
import {
  type Attempt,
  noteFailure,
  noteSuccesses,
  releaseDelivery,
  settleAttempts,
} from './settle-store.ts'
import { createTraffic } from './traffic.ts'

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
  const traffic = createTraffic(clock)
  const attempts: Attempt[] = []
  const released: ClaimedDelivery[] = []
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

  const isOver = () => isStopping && traffic.size() + attempts.length + released.length === 0

  /** Whether there was anything to do. */
  async function turn(): Promise<boolean> {
    await settle()
    return !isStopping && (await claim())
  }

  async function settle(): Promise<void> {
    const done = attempts.splice(0, sliceSize)
    const back = released.splice(0, sliceSize)
    if (done.length + back.length === 0) return
    if (attempts.length > 0) bell.ring()
    try {
      const hasMail = await db.transaction().execute(async (tx) => {
        for (const delivery of back) await releaseDelivery(tx, delivery)
        return write(tx, await settleAttempts(tx, done))
      })
      if (hasMail) wake()
    } catch (error) {
      attempts.unshift(...done)
      released.unshift(...back)
      throw error
    }
  }

  /** Whether an owner is told something. */
  async function write(tx: Executor, settled: readonly Attempt[]): Promise<boolean> {
    const isDelivered = ({ end }: Attempt) => end.state === 'delivered'
    const good = settled.filter(isDelivered)
    const bad = settled.filter((attempt) => !isDelivered(attempt))
    await noteSuccesses(tx, [...new Set(good.map(({ delivery }) => delivery.webhookId))])
    let hasTold = false
    for (const attempt of bad) {
      await noteFailure(tx, attempt.delivery.webhookId, attempt.at)
      if (attempt.end.state === 'failed') hasTold = (await giveUp(tx, attempt)) || hasTold
    }
    return hasTold
  }

  async function giveUp(tx: Executor, attempt: Attempt): Promise<boolean> {
    const { webhookId, event } = attempt.delivery
    log.info('webhook event given up', { webhook: webhookId, event_id: event.id })
    const now = clock.now()
    const since = isGone(attempt) ? now : now - patienceMs
    return disableAndTell(tx, { webhookId, since, now })
  }

  /** Whether there was anything to send. */
  async function claim(): Promise<boolean> {
    const now = clock.now()
    const due = traffic.waiting(await selectDueWebhooks(db, now))
    const places = allot(due, traffic.underWay())
    const lanes = new Map(places.map(({ id, lane }) => [id, lane]))
    const claimed = await claimDeliveries(db, places, now)
    for (const delivery of claimed) {
      void launch(delivery, lanes.get(delivery.webhookId) ?? 'untried')
    }
    return claimed.length > 0
  }

  async function launch(delivery: ClaimedDelivery, lane: Lane): Promise<void> {
    traffic.begin(delivery, lane)
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
      // Its lease runs out; the others have theirs.
      log.error('webhook could not be called', error, { webhook: delivery.webhookId })
    } finally {
      traffic.end(delivery, ms)
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
