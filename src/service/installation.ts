import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import type { DnsRecord } from '../contract/shapes/sender.ts'
import type { Clock } from '../core/clock.ts'
import { Failure, type FailureCode } from '../core/failure.ts'
import { keepHeapSteady } from '../core/heap.ts'
import type { Language } from '../core/language.ts'
import { isPostgresUrl } from '../core/postgres-url.ts'
import { apiPrefix, startApp } from './app.ts'
import { relayHookUrl } from './bounces/hooks/relay-hook.ts'
import { type InboxPlace, type InboxSettings, startInbox } from './bounces/inbox.ts'
import { openDatabase } from './database/connect.ts'
import { dialectOf } from './database/dialect.ts'
import { lockFile } from './database/file-lock.ts'
import { shareKeys } from './database/key-lock.ts'
import type { DkimWish } from './dkim-keys-store.ts'
import { spillTo } from './host.ts'
import { releaseAbandoned } from './http/idempotency-store.ts'
import { createLog } from './log.ts'
import { findMasterKey } from './master-key.ts'
import { dnsResolver } from './resolver.ts'
import { startCatchAll } from './sandbox/catch-all.ts'
import { defaultDkimSelector, openSecrets, retireKey } from './secrets.ts'
import { unpublishedKeys } from './senders/own-keys.ts'
import type { Rates, RelayHook, Service } from './service.ts'
import { makeSigningKey } from './signing-keys.ts'
import { machineWindowMs } from './tracking/machines.ts'
import { createFirstAccount } from './users/first-account.ts'
import { startWorkers, type Workers } from './workers.ts'

export interface InstallationSettings {
  /** An SQLite file, or a `postgres://` URL. */
  database: string
  masterKey?: string
  host: string
  port: number
  /** Absent: the address we listen on. */
  publicUrl?: string
  /** The relay. Absent: a catch-all of our own keeps what is sent, as a sandbox wants it. */
  smtpUrl?: string
  trustedProxies: number
  /** Our name in mail. */
  hostName: string
  /** Of return paths; the host name when absent. */
  bounceDomain?: string
  /** Where bounces are taken by SMTP. Absent: nowhere, as where another process does. */
  inbox?: InboxSettings
  /** The keys that sign mail; absent: those under `remite`. */
  dkim?: Partial<DkimWish>
  /** Takes what this relay posts of bounces and complaints. */
  relayHook?: RelayHook
  /** Absent: mail is signed. */
  signsMail?: boolean
  /** New sessions are signed with a new key; those that are open stay so. */
  renewsSessionKey?: boolean
  rates?: Rates
  /** The first account's, when there is none yet. */
  admin: { username: string; language: Language; timezone: string }
  machineWindowMs?: number
  /** Absent: in a sandbox alone, where the receivers are on this machine too. */
  allowsPrivateWebhooks?: boolean
  /** Tells whoever started this run that it is this one. */
  instance: string
  clock: Clock
  log: Writable
}

export interface Installation {
  /** The base address of the API. */
  url: string
  /** Where bounces are taken. */
  inbox?: InboxPlace
  firstAccount?: { username: string; pass: string }
  /** Where the relay has to post. Whoever knows it is believed. */
  relayHookUrl?: string
  /** Records that its operator should set, so that receivers can check what it signs. */
  unpublishedKeys(): Promise<DnsRecord[]>
  close(): Promise<void>
}

const defaultConnections = 8

/** A whole service in this process: database, secrets, HTTP and workers. */
export async function startInstallation(settings: InstallationSettings): Promise<Installation> {
  const { clock, host, port, admin } = settings
  keepHeapSteady()
  const closing: (() => unknown)[] = []
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end()
  }
  try {
    const folder = folderOf(settings.database)
    if (folder) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      closing.push(lockFile(settings.database))
      spillTo(folder)
    }
    const dkim = { selector: defaultDkimSelector, ...settings.dkim }
    const masterKey = findMasterKey(settings.masterKey, folder)
    const log = createLog(settings.log, clock)
    const tellUpgrade = (lacking: readonly string[]) =>
      log.info('database of an older version is brought up to date', {
        migrations: lacking.join(' '),
      })
    const { db, reader, close: closeDatabase } = await openDatabase(settings.database, tellUpgrade)
    closing.push(closeDatabase)
    if (!folder) {
      const check = async () => {
        const { selector } = dkim
        await openSecrets(db, masterKey, clock.now(), makeSigningKey, { selector }).catch((error) =>
          log.error('the keys were changed while the database was away: start anew', error),
        )
      }
      closing.push(await shareKeys(settings.database, check))
    }
    // The lock says that whoever held these is dead; of several processes only the lease can tell.
    if (dialectOf(db).isOneProcess) await releaseAbandoned(db)
    const catchAll = settings.smtpUrl ? undefined : await startCatchAll({ db, clock })
    if (catchAll) closing.push(() => catchAll.close())
    const origin = `http://${placeOf({ host, port })}`
    let workers: Workers | undefined
    if (settings.renewsSessionKey) await retireKey(db, 'jwt', clock.now())
    const service: Service = {
      db,
      reader,
      clock,
      secrets: await openSecrets(db, masterKey, clock.now(), makeSigningKey, dkim),
      resolver: dnsResolver(),
      log,
      settings: {
        publicUrl: settings.publicUrl ?? origin,
        smtpUrl: settings.smtpUrl ?? catchAll?.url ?? '',
        smtpConnections: defaultConnections,
        serviceMail: `remite@${settings.hostName}`,
        hostName: settings.hostName,
        bounceDomain: settings.bounceDomain ?? settings.hostName,
        dkimSelector: dkim.selector,
        signsMail: settings.signsMail ?? true,
        rates: settings.rates ?? {},
        ...(settings.relayHook && { relayHook: settings.relayHook }),
        machineWindowMs: settings.machineWindowMs ?? machineWindowMs,
        allowsPrivateWebhooks: settings.allowsPrivateWebhooks ?? catchAll !== undefined,
        allowsSignup: catchAll !== undefined,
      },
      wake: () => workers?.wake(),
    }
    const plan = catchAll ? 'sandbox' : 'paid'
    const firstAccount = await createFirstAccount(db, { ...admin, plan }, clock.now())
    workers = startWorkers(service)
    closing.push(() => workers?.stop())
    const { trustedProxies, instance } = settings
    const hasInbox = catchAll !== undefined
    const app = await startApp(service, { host, port, trustedProxies, instance, hasInbox })
    closing.push(() => app.close())
    const inbox = settings.inbox && (await startInbox(service, settings.inbox))
    if (inbox) closing.push(() => inbox.close())
    return {
      url: origin + apiPrefix,
      unpublishedKeys: () => unpublishedKeys(service),
      close,
      ...(settings.inbox && inbox && { inbox: { host: settings.inbox.host, port: inbox.port } }),
      ...(firstAccount && { firstAccount }),
      ...(settings.relayHook && { relayHookUrl: hookUrlOf(service, settings.relayHook) }),
    }
  } catch (error) {
    await close()
    throw asFailure(error)
  }
}

const hookUrlOf = ({ settings, secrets }: Service, { provider }: RelayHook): string =>
  relayHookUrl(settings.publicUrl, provider, secrets.mac)

const folderOf = (database: string): string | undefined =>
  isPostgresUrl(database) ? undefined : dirname(database)

const placeOf = ({ host, port }: InboxPlace): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

const listenFailures: Partial<Record<string, FailureCode>> = {
  EADDRINUSE: 'port_in_use',
  EACCES: 'port_refused',
  EADDRNOTAVAIL: 'port_refused',
}

function asFailure(error: unknown): unknown {
  const { code = '', address: host, port } = error as ListenError
  const failure = listenFailures[code]
  if (!failure || host === undefined || port === undefined) return error
  return new Failure(failure, { values: { address: placeOf({ host, port }) } }, { cause: error })
}

/** Node tells the place that could not be listened on. */
type ListenError = NodeJS.ErrnoException & Partial<InboxPlace> & { address?: string }
