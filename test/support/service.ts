import type { Writable } from 'node:stream'
import { type Clock, systemClock } from '../../src/core/clock.ts'
import { newUuid, randomToken } from '../../src/core/ids.ts'
import { type ProcessRole, processRoles } from '../../src/core/process-roles.ts'
import { defaultRetention } from '../../src/core/retention/retention-periods.ts'
import { defaultReputationLimits } from '../../src/core/service/reputation-limits.ts'
import { apiPrefix, startApp } from '../../src/service/app.ts'
import { dialectOf } from '../../src/service/database/dialect.ts'
import { createPartitions } from '../../src/service/database/partitions/partitions.ts'
import type { ConnectionLimits } from '../../src/service/http/connections.ts'
import type { DkimSettings } from '../../src/service/keys/dkim-keys.ts'
import { loadSecrets } from '../../src/service/keys/secrets.ts'
import { createVault } from '../../src/service/keys/vault.ts'
import { createLog } from '../../src/service/log.ts'
import { createMetrics } from '../../src/service/metrics.ts'
import { createAnnouncer } from '../../src/service/processes/work-channel.ts'
import { createRenderThreads } from '../../src/service/rendering/render-threads.ts'
import type { Resolver } from '../../src/service/resolver.ts'
import type { Service, ServiceSettings } from '../../src/service/service.ts'
import { createSigningThreads } from '../../src/service/signing/signing-threads.ts'
import { insertAccount } from '../../src/service/users/store.ts'
import { startWorkers } from '../../src/service/workers.ts'
import { withQueryLog } from './database/query-log.ts'
import { openTestDatabase } from './database/test-database.ts'
import { freePort } from './free-port.ts'
import { requestTo } from './http/request-to.ts'
import { cachedSigningKey } from './mail/signing-keys.ts'
import { openSession, testPass, testPassHash } from './session.ts'

export type { Answer } from './http/request-to.ts'

export interface StartOptions {
  clock?: Clock
  resolver?: Resolver
  settings?: Partial<ServiceSettings>
  /** Absent: keys that sign mail under `remite`. */
  dkim?: DkimSettings
  /** An SQLite file, or the URL of a database on PostgreSQL, to go on with instead of a fresh database. */
  file?: string
  /** Where the log goes. Absent: standard error. */
  log?: Writable
  /** Runs the workers too: mail goes out to `settings.smtpUrl`. */
  workers?: boolean
  /** Absent: all. */
  roles?: readonly ProcessRole[]
  /** Hops whose `X-Forwarded-For` is believed: with one, a test can come from any address. */
  trustedProxies?: number
  /** Takes the text of every statement that the service executes. */
  queries?: string[]
  /** Absent: those of a real service. */
  connections?: Partial<ConnectionLimits>
}

/** For all services of a worker: to derive its key takes 0.05 s of a processor. */
const vault = createVault('a master key for tests')

/** DNS without a network: nothing is found. */
const noDns: Resolver = {
  txt: async () => [],
  mx: async () => [],
  addresses: async () => [],
}

/** A whole service on loopback, with one account logged in. On PostgreSQL where the environment names one. */
export async function startService(options: StartOptions = {}) {
  const { clock = systemClock, resolver = noDns } = options
  const database = await openTestDatabase(options.file)
  if (dialectOf(database.db).name === 'postgres') await createPartitions(database.db, clock.now())
  const { queries } = options
  const { db, reader } = queries
    ? {
        db: withQueryLog(database.db, queries),
        reader: withQueryLog(database.reader, queries),
      }
    : database
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const request = requestTo(origin)
  const service: Service = {
    db,
    reader,
    clock,
    secrets: await loadSecrets(db, vault, clock.now(), cachedSigningKey, options.dkim),
    resolver,
    log: createLog(options.log ?? process.stderr, clock, { level: options.log ? 'debug' : 'warn' }),
    metrics: createMetrics({ version: 'test' }),
    rendering: createRenderThreads(),
    signing: createSigningThreads(),
    processId: randomToken(9),
    version: 'test',
    roles: options.roles ?? processRoles,
    isOnHold: false,
    settings: {
      publicUrl: origin,
      smtpUrl: 'smtp://127.0.0.1:9',
      smtpConnections: 4,
      serviceMail: 'remite@mail.example',
      hostName: 'mail.example',
      bounceDomain: 'mail.example',
      dkimSelector: options.dkim?.selector ?? 'remite',
      signsMail: true,
      rates: {},
      reputation: defaultReputationLimits,
      retention: defaultRetention,
      machineWindowMs: 0,
      allowsPrivateWebhooks: true,
      signUp: 'open',
      catchesMail: true,
      ...options.settings,
    },
    ...(database.notifier && { notifier: database.notifier }),
    wake: () => (workers ?? announcer).wake(),
    keepAwake: () => (workers ?? announcer).keepAwake(),
  }
  const announcer = createAnnouncer(service)
  const workers = options.workers ? startWorkers(service) : undefined
  const app = await startApp(service, {
    host: '127.0.0.1',
    port,
    trustedProxies: options.trustedProxies ?? 0,
    ...(options.connections && { connections: options.connections }),
    instance: 'test',
    hasInbox: true,
  })
  const known = await db.selectFrom('accounts').select('id').executeTakeFirst()
  const accountId = known?.id ?? (await addAccount('ana'))
  const token = await openSession(service, accountId)

  async function addAccount(name: string): Promise<number> {
    return insertAccount(db, {
      parentId: null,
      username: name,
      email: `${name}@example.org`,
      nombre: name,
      role: 'Admin',
      passHash: await testPassHash(),
      language: 'en',
      timezone: 'Europe/Madrid',
      plan: 'sandbox',
      now: clock.now(),
    })
  }

  return {
    origin,
    url: origin + apiPrefix,
    service,
    database,
    accountId,
    token,
    pass: testPass,
    /** Outside the API. */
    request,
    /** A call of the API with the account's token; a header given as '' is left out. */
    api: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      request(method, apiPrefix + path, body, { authorization: `Bearer ${token}`, ...headers }),
    /** Another account, logged in: what it may not see is the test. */
    async other() {
      const name = `other-${newUuid()}`
      const id = await addAccount(name)
      const theirs = await openSession(service, id)
      return {
        id,
        token: theirs,
        api: (method: string, path: string, body?: unknown) =>
          request(method, apiPrefix + path, body, { authorization: `Bearer ${theirs}` }),
      }
    },
    async close() {
      await app.close()
      await workers?.stop()
      announcer.stop()
      await service.rendering.close()
      await service.signing.close()
      await database.close()
    },
  }
}

export type TestService = Awaited<ReturnType<typeof startService>>

/** Calls of the API whose session outlives the days that a test lets pass. */
export async function rememberedApi({ api, pass }: TestService): Promise<TestService['api']> {
  const { body } = await api('POST', '/auth/getToken', { username: 'ana', pass, rememberMe: true })
  const authorization = `Bearer ${body.token}`
  return (method, path, sent, headers) => api(method, path, sent, { authorization, ...headers })
}
