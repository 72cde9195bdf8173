import { setMaxListeners } from 'node:events'
import { hourMs, minuteMs } from '../core/time.ts'
import { createAutomationRunner } from './automations/engine/run.ts'
import { processInbox } from './bounces/process-inbox.ts'
import { mergeCounts } from './campaigns/reporting/counts-store.ts'
import { maxZoneDifferenceMs } from './campaigns/sending/recipient-timezone.ts'
import { cleanWork } from './cleaning/clean-work.ts'
import { bulkWork } from './contacts/bulk/bulk-work.ts'
import { createOptInRelease } from './contacts/consent/release-opt-ins.ts'
import { rollUpCounterDeltas } from './dashboard/rollup.ts'
import { dialectOf } from './database/dialect.ts'
import { campaignMail } from './delivery/campaign-mail.ts'
import { decideAbTests } from './delivery/decide-ab-tests.ts'
import { createDispatcher } from './delivery/dispatcher.ts'
import { finishCampaigns } from './delivery/finish-campaigns.ts'
import { finishCancelledCampaigns } from './delivery/finish-cancelled.ts'
import { createForgottenClaims } from './delivery/forgotten-claims.ts'
import { createThrottle } from './delivery/pacing/throttle.ts'
import { prepareNextCampaign } from './delivery/prepare-audience.ts'
import type { ClaimSource } from './delivery/queued-message.ts'
import { recoverMessages } from './delivery/recover-store.ts'
import { serviceMail } from './delivery/service-mail.ts'
import { startScheduledCampaigns } from './delivery/start-scheduled.ts'
import { publishEvents } from './events/publish.ts'
import { importWork } from './imports/import-work.ts'
import type { JobWorks } from './jobs/job.ts'
import { recoverJobs } from './jobs/queue-store.ts'
import { runNextJob } from './jobs/run.ts'
import { deleteFinishedUploads, deleteStaleUploads } from './jobs/upload-store.ts'
import { removeImageBytes } from './media/remove-bytes.ts'
import { addSendingGauges } from './monitoring/sending-gauges.ts'
import { createClaims, type RecoveredMessages } from './processes/claims.ts'
import { createHeartbeat, heartbeatMs } from './processes/heartbeat.ts'
import { createLookout } from './processes/lookout.ts'
import { createLoops, type Loop } from './processes/loops.ts'
import { createOutageLog, logRelay } from './processes/outage-log.ts'
import { doesWork } from './processes/roles.ts'
import type { ProcessState } from './processes/store.ts'
import { type WorkKind, wokenKinds } from './processes/work.ts'
import { createWorkChannel } from './processes/work-channel.ts'
import { createEarlyLook } from './reputation/early-look.ts'
import { createAutomationStop } from './reputation/hold-automations.ts'
import { createReputationStop } from './reputation/hold-campaigns.ts'
import { purge } from './retention/purge.ts'
import { createAccountInbox } from './sandbox/account-inbox.ts'
import { segmentFilter } from './segments/segment-filter.ts'
import type { Rates, Service } from './service.ts'
import { createPool } from './smtp/pool.ts'
import { createDeliverer } from './webhooks/deliverer.ts'
import { recoverDeliveries } from './webhooks/recover-store.ts'
import { createWelcomeRelease } from './welcome/release-welcomes.ts'

export interface Workers {
  /** There may be work now, in other processes too. */
  wake(): void
  /** Something was written that may be work of this process. */
  keepAwake(): void
  setRates(rates: Rates): void
  /**
   * Starts nothing new. Work in progress is finished and written. When `giveUp` aborts, connections to
   * the relay are cut.
   */
  stop(giveUp?: AbortSignal): Promise<void>
}

/** Where other processes cannot announce work, and while there is some. */
const tickMs = 1000
/** Two, so that a long import does not delay a short one. */
const jobsAtOnce = 2
/** Opt-in mails that may go out at once do not wait for it. */
const optInTickMs = 5000

export function startWorkers(given: Service, outages = createOutageLog(given)): Workers {
  const service = { ...given, log: outages.log }
  const { db, clock, log, settings, processId, roles } = service
  const claimed = createClaims(service)
  const heartbeat = createHeartbeat(service)
  const stopping = new AbortController()
  const { signal } = stopping
  // Each loop listens to it, and each job that runs.
  setMaxListeners(0, signal)
  const pool = createPool({
    url: settings.smtpUrl,
    connections: settings.smtpConnections,
    clientName: settings.hostName,
  })
  const throttle = createThrottle(settings.rates, clock)
  const dispatcher = createDispatcher({
    db,
    clock,
    log,
    metrics: service.metrics,
    pool,
    keep: createAccountInbox(service),
    throttle,
    connections: settings.smtpConnections,
    onCapacity: () => claims.notify(),
    onResults: createEarlyLook(() => tell(['reputation'])),
    onIdle: () => tell(wokenKinds),
    onRelayChange(trouble) {
      logRelay(service, trouble)
      leases.notify()
    },
  })
  const sends = doesWork(roles, 'claims')
  if (sends) addSendingGauges(service.metrics, dispatcher)
  const urgentMail = serviceMail(service, 0)
  const sources = [
    { claimFrom: serviceMail(service, 1), share: 0.5 },
    { claimFrom: campaignMail(service, createAutomationStop(service)), share: 0.9 },
    { claimFrom: serviceMail(service, 2), share: 0.5 },
  ]
  const recovered = recoverFirst()
  const channel = createWorkChannel(service, { onWork: notify, onChange: () => lookout.stir() })
  const lookout = createLookout(service, {
    isListening: channel.isListening,
    zoneAheadMs: maxZoneDifferenceMs,
    signal,
  })
  const forgottenClaims = createForgottenClaims(service, dispatcher, lookout.stir)
  outages.onEnd(forgottenClaims.suspect)
  const loops = createLoops(service, { ready: recovered, signal, outages, lookout })
  /** Starts the loop of a kind of work that this process does. Otherwise the loop is of another one. */
  const startLoop = (
    kind: WorkKind | 'purge',
    tickMs: number,
    step: () => Promise<boolean>,
  ): Loop => (doesWork(roles, kind) ? loops.start(kind, tickMs, step) : { notify() {} })

  startLoop('schedules', tickMs, async () => {
    if (await startScheduledCampaigns(service)) tellAll(['audiences'])
    return false
  })
  // Two, so that a small campaign does not wait while the audience of a large one is fixed.
  for (const order of ['oldest', 'smallest'] as const) {
    startLoop('audiences', tickMs, async () => {
      const isPrepared = await claimed.withClaim((claim) =>
        prepareNextCampaign(service, { claim, order, signal }),
      )
      if (isPrepared) tellAll(['claims'])
      return isPrepared
    })
  }
  startLoop('A/B tests', tickMs, async () => {
    if (await decideAbTests(service)) tellAll(['claims'])
    return false
  })
  // Of its own, because it takes a while when many recipients are left.
  startLoop('cancellations', tickMs, () => finishCancelledCampaigns(service).then(() => false))
  startLoop('endings', tickMs, async () => {
    if (await finishCampaigns(service)) tell(['events'])
    return false
  })
  const claims = startLoop('claims', tickMs, async () => {
    let count = 0
    const claim = async (claimFrom: ClaimSource, limit: number) => {
      if (limit < 1) return
      const messages = await claimed.withClaim((id) => claimFrom(limit, id))
      dispatcher.add(messages)
      count += messages.length
    }
    await claim(urgentMail, dispatcher.capacity('urgent'))
    // None takes the whole capacity, so that each continues while the others have much to send.
    for (const { claimFrom, share } of sources) {
      await claim(claimFrom, Math.ceil(dispatcher.capacity() * share))
    }
    return count > 0
  })
  const deliverer = createDeliverer(service, claimed, lookout.rest)
  startLoop('events', tickMs, async () => {
    const hasPublished = (await publishEvents(db)) > 0
    if (hasPublished) deliverer.notify()
    return hasPublished
  })
  const works: JobWorks = {
    import: importWork(service),
    clean: cleanWork(service),
    bulk: bulkWork(service, segmentFilter(clock)),
  }
  Array.from({ length: jobsAtOnce }, () =>
    startLoop('jobs', tickMs, async () => {
      const hasRun = await runNextJob(service, works, signal)
      await deleteFinishedUploads(db)
      return hasRun
    }),
  )
  startLoop('bounces', tickMs, async () => {
    const hasRead = await processInbox(service)
    if (hasRead) tell(['events'])
    return hasRead
  })
  const runAutomations = createAutomationRunner(service)
  startLoop('automations', tickMs, async () => {
    const isBusy = await runAutomations()
    if (isBusy) tellAll(['claims', 'events'])
    return isBusy
  })
  startLoop('opt-in', optInTickMs, createOptInRelease(service))
  const stopBadCampaigns = createReputationStop(service)
  startLoop('reputation', tickMs, async () => {
    if (await stopBadCampaigns()) tell(['claims'])
    return false
  })
  startLoop('welcome', tickMs, createWelcomeRelease(service))
  startLoop('rollups', tickMs, async () => {
    const isMore = await mergeCounts(db)
    return (await rollUpCounterDeltas(db)) || isMore
  })
  const leases = loops.start('leases', heartbeatMs, async () => {
    throttle.share(await heartbeat.beat(stateOfProcess()))
    const isGivenBack = await claimed.giveBack()
    if ((await heartbeat.recoverDead(recover)) || isGivenBack) lookout.stir()
    return false
  })
  loops.start('lost results', heartbeatMs, forgottenClaims.look)
  startLoop('job leases', minuteMs, () => recoverLeasedJobs(clock.now()).then(() => false))
  startLoop('purge', hourMs, async () => {
    await purge(service, signal)
    await removeImageBytes(service, signal)
    return false
  })
  const dispatching = sends && dispatcher.run()
  const delivering = doesWork(roles, 'webhooks') && recovered.then(deliverer.run)
  const watching = lookout.run()

  return {
    wake: () => tellAll(wokenKinds),
    keepAwake: lookout.stir,
    setRates: throttle.setRates,
    async stop(giveUp) {
      stopping.abort()
      dispatcher.stop()
      deliverer.stop()
      if (giveUp?.aborted) pool.abort()
      else giveUp?.addEventListener('abort', pool.abort, { once: true })
      channel.stop()
      await Promise.all([dispatching, delivering, watching, loops.ended(), channel.ended])
      await pool.close()
      await claimed.giveBack()
      await heartbeat.end(dispatcher.hasLeftovers())
    },
  }

  function tellAll(kinds: readonly WorkKind[]): void {
    notify(kinds)
    channel.announce(kinds)
  }

  /** Notifies our loops, and other processes of what we do not do. */
  function tell(kinds: readonly WorkKind[]): void {
    notify(kinds)
    const others = kinds.filter((kind) => !doesWork(roles, kind))
    if (others.length > 0) channel.announce(others)
  }

  function notify(kinds: readonly WorkKind[]): void {
    lookout.stir()
    loops.notify(kinds)
    if (kinds.includes('webhooks')) deliverer.notify()
  }

  /** Before anything is claimed: claims count only while their process is known to be alive. */
  async function recoverFirst(): Promise<void> {
    // A database of one process has no other workers, so every lease belongs to a dead process.
    const firstDeadline = dialectOf(db).isOneProcess ? Number.MAX_SAFE_INTEGER : clock.now()
    while (!signal.aborted) {
      try {
        throttle.share(await heartbeat.beat(stateOfProcess()))
        await heartbeat.recoverDead(recover)
        return await recoverLeasedJobs(firstDeadline)
      } catch (error) {
        log.error('leases failed', error)
        await clock.sleep(outages.pauseMs(), signal)
      }
    }
  }

  function stateOfProcess(): ProcessState {
    const { trouble, lastResultAt, load } = dispatcher
    return { trouble: trouble(), lastResultAt: lastResultAt(), ...load() }
  }

  async function recover(): Promise<RecoveredMessages> {
    await recoverDeliveries(db, processId)
    return recoverMessages(db, processId)
  }

  async function recoverLeasedJobs(deadline: number): Promise<void> {
    await recoverJobs(db, deadline, clock.now())
    await deleteStaleUploads(db, deadline)
  }
}
