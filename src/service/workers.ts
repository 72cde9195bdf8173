import { setImmediate } from 'node:timers/promises'
import { createAutomations } from './automations/engine/run.ts'
import { createBell } from './bell.ts'
import { handleInbox } from './bounces/handle.ts'
import { cleanWork } from './cleaning/clean-work.ts'
import { bulkWork } from './contacts/bulk-work.ts'
import { foldTallies } from './dashboard/fold.ts'
import { dialectOf } from './database/dialect.ts'
import { prepareNext } from './delivery/audience.ts'
import { campaignMail } from './delivery/campaign-mail.ts'
import { sweepCancelled } from './delivery/cancelled-store.ts'
import { decideTests } from './delivery/decide.ts'
import { finishDrained } from './delivery/finish.ts'
import { createPump } from './delivery/pump.ts'
import { recoverLeases } from './delivery/recover-store.ts'
import { startDue } from './delivery/schedule.ts'
import { serviceMail } from './delivery/service-mail.ts'
import { createThrottle } from './delivery/throttle.ts'
import { publishEvents } from './events/publisher.ts'
import { importWork } from './imports/import-work.ts'
import type { JobWorks } from './jobs/job.ts'
import { recoverJobs } from './jobs/queue-store.ts'
import { runNextJob } from './jobs/run.ts'
import { dropStaleUploads, sweepUploads } from './jobs/upload-store.ts'
import { createPool } from './mail/pool.ts'
import { purge } from './purge/purge.ts'
import { segmentFilter } from './segments/segment-filter.ts'
import type { Service } from './service.ts'
import { createDeliverer } from './webhooks/deliverer.ts'
import { recoverDeliveries } from './webhooks/sweep-store.ts'

export interface Workers {
  /** There may be work now. */
  wake(): void
  /** Nothing new is begun; what is under way is finished and written. */
  stop(): Promise<void>
}

interface Loop {
  ring(): void
  ended: Promise<void>
}

/** Another process may have made work; our own rings. */
const tickMs = 1000
/** So that a long import keeps nobody's short one waiting. */
const jobsAtOnce = 2
const recoverTickMs = 60_000
const purgeTickMs = 3_600_000
/** After an error, so that a full disk does not fill the log too. */
const pauseMs = 1000

export function startWorkers(service: Service): Workers {
  const { db, clock, log, settings } = service
  const stopping = new AbortController()
  const { signal } = stopping
  const pool = createPool({
    url: settings.smtpUrl,
    connections: settings.smtpConnections,
    clientName: settings.hostName,
  })
  const pump = createPump({
    db,
    clock,
    log,
    pool,
    throttle: createThrottle(settings.rates, clock),
    connections: settings.smtpConnections,
    onRoom: () => claims.ring(),
    onIdle: () => wake(),
  })
  const sources = [serviceMail(service), campaignMail(service)]
  const recovered = recoverFirst()

  const campaigns = startLoop('campaigns', tickMs, async () => {
    await startDue(service)
    const isPrepared = await prepareNext(service, signal)
    const isDecided = await decideTests(service)
    if (isPrepared || isDecided) claims.ring()
    await sweepCancelled(service)
    if (await finishDrained(service)) events.ring()
    return isPrepared
  })
  const claims = startLoop('claims', tickMs, async () => {
    let claimed = 0
    for (const claim of sources) {
      const letters = pump.room() > 0 ? await claim(pump.room()) : []
      pump.add(letters)
      claimed += letters.length
    }
    return claimed > 0
  })
  const deliverer = createDeliverer(service)
  const events = startLoop('events', tickMs, async () => {
    const hasPublished = (await publishEvents(db)) > 0
    if (hasPublished) deliverer.ring()
    return hasPublished
  })
  const works: JobWorks = {
    import: importWork(service),
    clean: cleanWork(service),
    bulk: bulkWork(service, segmentFilter(clock)),
  }
  const jobs = Array.from({ length: jobsAtOnce }, () =>
    startLoop('jobs', tickMs, async () => {
      const hasRun = await runNextJob(service, works, signal)
      await sweepUploads(db)
      return hasRun
    }),
  )
  const bounces = startLoop('bounces', tickMs, async () => {
    const hasRead = await handleInbox(service)
    if (hasRead) events.ring()
    return hasRead
  })
  const runAutomations = createAutomations(service)
  const automations = startLoop('automations', tickMs, async () => {
    const isBusy = await runAutomations()
    if (isBusy) for (const loop of [claims, events]) loop.ring()
    return isBusy
  })
  const folds = startLoop('folds', tickMs, () => foldTallies(db))
  const leases = startLoop('leases', recoverTickMs, async () => {
    await recover(clock.now())
    return false
  })
  const purges = startLoop('purge', purgeTickMs, async () => {
    await purge(service, signal)
    return false
  })
  const pumping = pump.run()
  const delivering = recovered.then(deliverer.run)
  const loops = [campaigns, claims, events, ...jobs, bounces, automations, folds, leases, purges]
  const wake = () => {
    for (const loop of [campaigns, claims, events, ...jobs, bounces, automations, deliverer])
      loop.ring()
  }

  return {
    wake,
    async stop() {
      stopping.abort()
      deliverer.stop()
      await Promise.all(loops.map(({ ended }) => ended))
      pump.stop()
      await pumping
      await delivering
      await pool.close()
    },
  }

  /** A database of one process has no other worker: every lease that is found is a dead one's. */
  async function recoverFirst(): Promise<void> {
    const deadline = dialectOf(db).isOneProcess ? Number.MAX_SAFE_INTEGER : clock.now()
    while (!signal.aborted) {
      try {
        return await recover(deadline)
      } catch (error) {
        log.error('leases could not be recovered', error)
        await clock.sleep(pauseMs, signal)
      }
    }
  }

  async function recover(deadline: number): Promise<void> {
    await recoverLeases(db, deadline)
    await recoverJobs(db, deadline, clock.now())
    await dropStaleUploads(db, deadline)
    await recoverDeliveries(db, deadline)
  }

  /** Runs `step` again and again: at once while it says that there was work, else at a ring or tick. */
  function startLoop(name: string, idleMs: number, step: () => Promise<boolean>): Loop {
    const bell = createBell(clock)
    signal.addEventListener('abort', bell.ring)
    return { ring: bell.ring, ended: run() }

    async function run(): Promise<void> {
      await recovered
      while (!signal.aborted) {
        try {
          if (await step()) await setImmediate()
          else if (!signal.aborted) await bell.wait(idleMs)
        } catch (error) {
          log.error(`${name} failed`, error)
          await clock.sleep(pauseMs, signal)
        }
      }
    }
  }
}
