import { yieldToEventLoop } from '../core/clock.ts'
import { hourMs, minuteMs } from '../core/time.ts'
import { createAutomationRunner } from './automations/engine/run.ts'
import { processInbox } from './bounces/process-inbox.ts'
import { cleanWork } from './cleaning/clean-work.ts'
import { bulkWork } from './contacts/bulk/bulk-work.ts'
import { rollUpCounterDeltas } from './dashboard/rollup.ts'
import { dialectOf } from './database/dialect.ts'
import { campaignMail } from './delivery/campaign-mail.ts'
import { decideAbTests } from './delivery/decide-ab-tests.ts'
import { createDispatcher } from './delivery/dispatcher.ts'
import { finishCampaigns } from './delivery/finish-campaigns.ts'
import { finishCancelledCampaigns } from './delivery/finish-cancelled.ts'
import { prepareNextCampaign } from './delivery/prepare-audience.ts'
import { recoverLeases } from './delivery/recover-store.ts'
import { serviceMail } from './delivery/service-mail.ts'
import { startScheduledCampaigns } from './delivery/start-scheduled.ts'
import { createThrottle } from './delivery/throttle.ts'
import { publishEvents } from './events/publish.ts'
import { importWork } from './imports/import-work.ts'
import type { JobWorks } from './jobs/job.ts'
import { recoverJobs } from './jobs/queue-store.ts'
import { runNextJob } from './jobs/run.ts'
import { deleteFinishedUploads, deleteStaleUploads } from './jobs/upload-store.ts'
import { createPool } from './mail/pool.ts'
import { purge } from './retention/purge.ts'
import { segmentFilter } from './segments/segment-filter.ts'
import type { Service } from './service.ts'
import { createWakeup } from './wakeup.ts'
import { createDeliverer } from './webhooks/deliverer.ts'
import { recoverDeliveries } from './webhooks/recover-store.ts'

export interface Workers {
  /** There may be work now. */
  wake(): void
  /** Starts nothing new. Work in progress is finished and written. */
  stop(): Promise<void>
}

interface Loop {
  notify(): void
  ended: Promise<void>
}

/** Another process may have created work. Our own process notifies. */
const tickMs = 1000
/** Two, so that a long import does not delay a short one. */
const jobsAtOnce = 2
const recoverTickMs = minuteMs
const purgeTickMs = hourMs
/** The pause after an error, so that a full disk does not fill the log too. */
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
  const dispatcher = createDispatcher({
    db,
    clock,
    log,
    pool,
    throttle: createThrottle(settings.rates, clock),
    connections: settings.smtpConnections,
    onCapacity: () => claims.notify(),
    onIdle: () => wake(),
  })
  const sources = [serviceMail(service), campaignMail(service)]
  const recovered = recoverFirst()

  const campaigns = startLoop('campaigns', tickMs, async () => {
    await startScheduledCampaigns(service)
    const isPrepared = await prepareNextCampaign(service, signal)
    const isDecided = await decideAbTests(service)
    if (isPrepared || isDecided) claims.notify()
    await finishCancelledCampaigns(service)
    if (await finishCampaigns(service)) events.notify()
    return isPrepared
  })
  const claims = startLoop('claims', tickMs, async () => {
    let claimed = 0
    for (const claim of sources) {
      const messages = dispatcher.capacity() > 0 ? await claim(dispatcher.capacity()) : []
      dispatcher.add(messages)
      claimed += messages.length
    }
    return claimed > 0
  })
  const deliverer = createDeliverer(service)
  const events = startLoop('events', tickMs, async () => {
    const hasPublished = (await publishEvents(db)) > 0
    if (hasPublished) deliverer.notify()
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
      await deleteFinishedUploads(db)
      return hasRun
    }),
  )
  const bounces = startLoop('bounces', tickMs, async () => {
    const hasRead = await processInbox(service)
    if (hasRead) events.notify()
    return hasRead
  })
  const runAutomations = createAutomationRunner(service)
  const automations = startLoop('automations', tickMs, async () => {
    const isBusy = await runAutomations()
    if (isBusy) for (const loop of [claims, events]) loop.notify()
    return isBusy
  })
  const rollups = startLoop('rollups', tickMs, () => rollUpCounterDeltas(db))
  const leases = startLoop('leases', recoverTickMs, async () => {
    await recover(clock.now())
    return false
  })
  const purges = startLoop('purge', purgeTickMs, async () => {
    await purge(service, signal)
    return false
  })
  const dispatching = dispatcher.run()
  const delivering = recovered.then(deliverer.run)
  const loops = [campaigns, claims, events, ...jobs, bounces, automations, rollups, leases, purges]
  const wake = () => {
    for (const loop of [campaigns, claims, events, ...jobs, bounces, automations, deliverer])
      loop.notify()
  }

  return {
    wake,
    async stop() {
      stopping.abort()
      deliverer.stop()
      await Promise.all(loops.map(({ ended }) => ended))
      dispatcher.stop()
      await dispatching
      await delivering
      await pool.close()
    },
  }

  /** A database of one process has no other workers, so every lease belongs to a dead process. */
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
    await deleteStaleUploads(db, deadline)
    await recoverDeliveries(db, deadline)
  }

  /** Repeats `step`: at once while it reports work, otherwise after a notification or a tick. */
  function startLoop(name: string, idleMs: number, step: () => Promise<boolean>): Loop {
    const wakeup = createWakeup(clock)
    signal.addEventListener('abort', wakeup.notify)
    return { notify: wakeup.notify, ended: run() }

    async function run(): Promise<void> {
      await recovered
      while (!signal.aborted) {
        try {
          if (await step()) await yieldToEventLoop()
          else if (!signal.aborted) await wakeup.wait(idleMs)
        } catch (error) {
          log.error(`${name} failed`, error)
          await clock.sleep(pauseMs, signal)
        }
      }
    }
  }
}
