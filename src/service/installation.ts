import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DnsRecord } from '../contract/shapes/sender.ts'
import { Failure } from '../core/failure.ts'
import { limitHeapGrowth } from '../core/heap.ts'
import { randomToken } from '../core/ids.ts'
import type { LogLevel } from '../core/log-settings.ts'
import { processRoles, servingRoles } from '../core/process-roles.ts'
import { defaultRetention } from '../core/retention/retention-periods.ts'
import { serviceDefaults } from '../core/service/defaults.ts'
import {
  defaultReputationLimits,
  type ReputationLimits,
} from '../core/service/reputation-limits.ts'
import { isPostgresUrl } from '../core/urls/postgres-url.ts'
import { apiPrefix, startApp } from './app.ts'
import { relayHookUrl } from './bounces/hooks/relay-hook.ts'
import { type InboxAddress, startInbox } from './bounces/inbox.ts'
import { openDatabase } from './database/connect.ts'
import { dialectOf } from './database/dialect.ts'
import { lockFile } from './database/file-lock.ts'
import type { AccountConsentChange } from './database/migrations/0020-account-consent.ts'
import { createPartitions } from './database/partitions/partitions.ts'
import { findConnectionShortage } from './database/postgres/connection-shortage.ts'
import { makeFilesPrivate, openFolderMode } from './database/private-files.ts'
import { ownPid, processorCount, setTempFolder } from './host.ts'
import { releaseAbandoned } from './http/idempotency/idempotency-store.ts'
import { cutOffMs, type InstallationSettings } from './installation-settings.ts'
import { shareKeys } from './keys/key-leases.ts'
import { retireCurrentKey } from './keys/keys-store.ts'
import { loadMasterKey } from './keys/master-key.ts'
import { loadSecrets } from './keys/secrets.ts'
import { makeSigningKey } from './keys/signing-keys.ts'
import { createVault } from './keys/vault.ts'
import { createLog, type Log } from './log.ts'
import { createMetrics } from './metrics.ts'
import { addBacklogGauges, addConnectionGauge } from './monitoring/backlog.ts'
import { startMetricsListener } from './monitoring/listener.ts'
import { startHeartbeatOnly } from './processes/heartbeat-only.ts'
import { asFailure, formatAddress } from './processes/listen-failure.ts'
import { createOutageLog, logReplica } from './processes/outage-log.ts'
import { watchSchema } from './processes/schema-watch.ts'
import { endProcess } from './processes/store.ts'
import { createRenderThreads } from './rendering/render-threads.ts'
import { dnsResolver } from './resolver.ts'
import { startCatchAll } from './sandbox/catch-all.ts'
import { findUnpublishedKeys } from './senders/unpublished-keys.ts'
import type { Rates, RelayHook, Service } from './service.ts'
import { createSigningThreads } from './signing/signing-threads.ts'
import { describeStart } from './start-log.ts'
import { createFirstAccount } from './users/first-account.ts'
import { findUnreachableAdmin } from './users/store.ts'
import { startWorkers, type Workers } from './workers.ts'

interface Installation {
  /** The base address of the API. */
  url: string
  /** Where bounces are received. */
  inbox?: InboxAddress
  firstAccount?: { username: string; pass: string }
  /** The first account, if its address is none that mail reaches. */
  unreachableAdmin?: { username: string; email: string }
  /** The address to which the relay posts. It is secret, because every caller that knows it is trusted. */
  relayHookUrl?: string
  /** What the upgrade of an older database changed for its people, if anything. */
  consentChange?: AccountConsentChange
  /**
   * Returns the DNS records that the operator still has to set, so that receivers can verify our
   * signatures.
   */
  unpublishedKeys(): Promise<DnsRecord[]>
  /** Applies settings without a restart. */
  apply(settings: { logLevel: LogLevel; rates: Rates; reputation: ReputationLimits }): void
  log: Log
  /** Names this process in the database. */
  processId: string
  /** Returns the metrics of this process for another that serves them. */
  collectMetrics(): Promise<readonly unknown[]>
  /** Returns how many connections all processes may open, if PostgreSQL takes fewer. */
  connectionShortage(): Promise<{ needed: number; available: number } | undefined>
  /**
   * Resolves with the name of a migration when a newer program has changed the database so that this one
   * cannot go on.
   */
  outdated: Promise<string>
  /**
   * Stops: workers start nothing new, requests are refused, and what is open may end. Returns false if
   * something did not end in time, such as a connection without an answer.
   */
  close(): Promise<boolean>
}

/** Starts a whole service in this process: database, secrets, HTTP and workers. */
export async function startInstallation(settings: InstallationSettings): Promise<Installation> {
  const { clock, host, port, admin } = settings
  limitHeapGrowth('service')
  const serving: ((giveUp: AbortSignal) => Promise<void>)[] = []
  const closing: (() => unknown)[] = []
  const processId = randomToken(9)
  const { roles: wanted = processRoles, holdsWork } = settings
  const roles = holdsWork ? wanted.filter((role) => servingRoles.includes(role)) : wanted
  const log = createLog(settings.log, clock, { ...settings.logSettings, process: processId })
  /** A part that fails, for example because the database is away, does not keep the others from ending. */
  const endPart = async (end: () => unknown) => {
    try {
      await end()
    } catch (error) {
      log.error('stop failed', error)
    }
  }
  const closeAll = async (giveUp: AbortSignal) => {
    await Promise.all(serving.splice(0).map((stop) => endPart(() => stop(giveUp))))
    for (const end of closing.splice(0).reverse()) await endPart(end)
    return true
  }
  const close = async () => {
    log.info('stopping')
    const { stopTimeoutMs = serviceDefaults.stopTimeoutMs } = settings
    const giveUp = new AbortController()
    const isOver = new AbortController()
    const cutOff = clock.sleep(stopTimeoutMs, isOver.signal).then(async () => {
      giveUp.abort()
      await clock.sleep(cutOffMs, isOver.signal)
      return false
    })
    try {
      const isClean = await Promise.race([closeAll(giveUp.signal), cutOff])
      if (isClean) log.info('stopped')
      else log.error('the stop was cut off', 'something did not end in time')
      return isClean
    } finally {
      isOver.abort()
    }
  }
  try {
    const folder = folderOf(settings.database)
    if (folder) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      closing.push(lockFile(settings.database))
      setTempFolder(folder)
      makeFilesPrivate(settings.database)
      const mode = openFolderMode(folder)
      if (mode) log.info('others may enter the folder of the database: chmod 700', { folder, mode })
    }
    const dkim = { selector: serviceDefaults.dkimSelector, ...settings.dkim }
    const masterKey = loadMasterKey(settings.masterKey, folder)
    const logUpgrade = (missing: readonly string[]) =>
      log.info('database of an older version is brought up to date', {
        migrations: missing.join(' '),
      })
    let consentChange: AccountConsentChange | undefined
    const database = await openDatabase(settings.database, {
      onUpgrade: logUpgrade,
      onConsentChange(change) {
        consentChange = change
      },
      connections: settings.databaseConnections,
      replica: replicaOf(settings, log),
    })
    const { db, reader } = database
    closing.push(database.close)
    // Before anything writes: a stop may have lasted for months.
    if (!folder) await createPartitions(db, clock.now())
    if (!folder) {
      const check = async () => {
        const { selector } = dkim
        try {
          await loadSecrets(db, createVault(masterKey), clock.now(), makeSigningKey, { selector })
        } catch (error) {
          // The database is away again, which says nothing about the keys.
          if (!(error instanceof Failure)) throw error
          log.error('the keys were changed while the database was away: start anew', error)
        }
      }
      closing.push(await shareKeys({ db, clock, processId }, check))
    }
    // The file lock proves that their process is dead. With several processes, only the lease can
    // tell.
    if (dialectOf(db).isOneProcess) await releaseAbandoned(db)
    if (settings.replaces !== undefined) await endProcess(db, settings.replaces)
    const rendering = createRenderThreads()
    closing.push(rendering.close)
    const { processes = 1 } = settings
    const signing = createSigningThreads(Math.max(1, Math.floor(processorCount() / processes)))
    closing.push(signing.close)
    const catchAll = settings.smtpUrl ? undefined : await startCatchAll({ db, clock })
    if (catchAll) closing.push(() => catchAll.close())
    const origin = `http://${formatAddress({ host, port })}`
    if (settings.renewsSessionKey) await retireCurrentKey(db, 'jwt', clock.now())
    let reportOutdated = (_: string) => {}
    const outdated = new Promise<string>((resolve) => {
      reportOutdated = resolve
    })
    const outages = createOutageLog({
      log: watchSchema(log, { db, onOutdated: reportOutdated }),
      clock,
    })
    const service: Service = {
      db,
      reader,
      clock,
      secrets: await loadSecrets(db, createVault(masterKey), clock.now(), makeSigningKey, dkim),
      resolver: dnsResolver(),
      log: outages.log,
      metrics: createMetrics(settings),
      rendering,
      signing,
      processId,
      version: settings.version,
      roles,
      isOnHold: settings.holdsWork === true,
      settings: {
        publicUrl: settings.publicUrl ?? origin,
        smtpUrl: settings.smtpUrl ?? catchAll?.url ?? '',
        smtpConnections: settings.relayConnections ?? serviceDefaults.relayConnections,
        serviceMail: `remite@${settings.hostName}`,
        hostName: settings.hostName,
        bounceDomain: settings.bounceDomain ?? settings.hostName,
        dkimSelector: dkim.selector,
        signsMail: settings.signsMail ?? true,
        rates: settings.rates ?? {},
        reputation: settings.reputation ?? defaultReputationLimits,
        retention: settings.retention ?? defaultRetention,
        ...(settings.media && { media: settings.media }),
        ...(settings.relayHook && { relayHook: settings.relayHook }),
        machineWindowMs: settings.machineWindowMs ?? serviceDefaults.machineWindowMs,
        allowsPrivateWebhooks: settings.allowsPrivateWebhooks ?? catchAll !== undefined,
        signUp: settings.signUp ?? (catchAll ? 'open' : 'closed'),
        catchesMail: catchAll !== undefined,
      },
      ...(database.notifier && { notifier: database.notifier }),
      wake: () => workers.wake(),
      keepAwake: () => workers.keepAwake(),
    }
    const hasWork = roles.some((role) => !servingRoles.includes(role))
    const workers: Workers = hasWork
      ? startWorkers(service, outages)
      : startHeartbeatOnly(service, outages)
    serving.push(workers.stop)
    const { trustedProxies, instance } = settings
    const hasInbox = catchAll !== undefined
    const app = await startApp(service, { host, port, trustedProxies, instance, hasInbox })
    serving.push(app.close)
    const inbox = settings.inbox && (await startInbox(service, settings.inbox))
    if (inbox) serving.push(inbox.close)
    if (settings.metricsAddress) {
      addBacklogGauges(service.metrics, service)
      addConnectionGauge(service.metrics, database.connections)
    }
    if (settings.metricsAddress && !settings.sharesMetrics) {
      closing.push((await startMetricsListener(service.metrics, settings.metricsAddress)).close)
    }
    // After every address is bound: the password of an account is shown only once, and a start that
    // fails would not show it.
    const plan = catchAll ? 'sandbox' : 'paid'
    const firstAccount = await createFirstAccount(db, { ...admin, plan }, clock.now())
    const unreachableAdmin = await findUnreachableAdmin(db)
    log.info('started', {
      ...describeStart(settings, service),
      listening: formatAddress({ host, port }),
      pid: ownPid(),
    })
    return {
      url: origin + apiPrefix,
      apply({ logLevel, rates, reputation }) {
        log.setLevel(logLevel)
        Object.assign(service.settings, { rates, reputation })
        workers.setRates(rates)
      },
      log,
      processId,
      collectMetrics: service.metrics.collect,
      connectionShortage: () => findConnectionShortage(db, settings),
      outdated,
      unpublishedKeys: () => findUnpublishedKeys(service),
      close,
      ...(settings.inbox && inbox && { inbox: { host: settings.inbox.host, port: inbox.port } }),
      ...(firstAccount && { firstAccount }),
      ...(unreachableAdmin && { unreachableAdmin }),
      ...(consentChange && { consentChange }),
      ...(settings.relayHook && { relayHookUrl: hookUrlOf(service, settings.relayHook) }),
    }
  } catch (error) {
    await close()
    throw asFailure(error)
  }
}

const replicaOf = ({ readDatabase: url, clock }: InstallationSettings, log: Log) =>
  url === undefined ? undefined : { url, clock, onChange: logReplica(log) }

const hookUrlOf = ({ settings, secrets }: Service, { provider }: RelayHook): string =>
  relayHookUrl(settings.publicUrl, provider, secrets.mac)

const folderOf = (database: string): string | undefined =>
  isPostgresUrl(database) ? undefined : dirname(database)
