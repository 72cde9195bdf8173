import { join } from 'node:path'
import { freePort } from '../../src/cli/processes.ts'
import { type Clock, systemClock } from '../../src/core/clock.ts'
import { newUuid } from '../../src/core/ids.ts'
import { apiPrefix, startApp } from '../../src/service/app.ts'
import { hashPassword } from '../../src/service/auth/password.ts'
import { type Database, openDatabase } from '../../src/service/database/connect.ts'
import type { DkimWish } from '../../src/service/dkim-keys-store.ts'
import { createLog } from '../../src/service/log.ts'
import type { Resolver } from '../../src/service/resolver.ts'
import { openSecrets } from '../../src/service/secrets.ts'
import type { Service, ServiceSettings } from '../../src/service/service.ts'
import { insertAccount } from '../../src/service/users/store.ts'
import { startWorkers } from '../../src/service/workers.ts'
import { newFolder } from './folder.ts'
import { createPostgres } from './postgres.ts'
import { sameKey } from './signing-keys.ts'

export interface StartOptions {
  clock?: Clock
  resolver?: Resolver
  settings?: Partial<ServiceSettings>
  /** Absent: keys that sign mail under `remite`. */
  dkim?: DkimWish
  /** An SQLite file to go on with, instead of a fresh database. */
  file?: string
  /** Runs the workers too: mail goes out to `settings.smtpUrl`. */
  workers?: boolean
  /** Hops whose `X-Forwarded-For` is believed: with one, a test can come from any address. */
  trustedProxies?: number
}

export interface Answer<Body> {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape
  body: Body extends unknown ? any : never
  headers: Headers
}

const pass = 'correct horse battery'

/** DNS without a network: nothing is found. */
const noDns: Resolver = {
  txt: async () => [],
  mx: async () => [],
  addresses: async () => [],
}

/** A whole service on loopback, with one account logged in. On PostgreSQL where the environment names one. */
export async function startService(options: StartOptions = {}) {
  const { clock = systemClock, resolver = noDns } = options
  const database = await freshDatabase(options.file)
  const { db, reader } = database
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const service: Service = {
    db,
    reader,
    clock,
    secrets: await openSecrets(db, 'a master key for tests', clock.now(), sameKey, options.dkim),
    resolver,
    log: createLog(process.stderr, clock),
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
      machineWindowMs: 0,
      allowsPrivateWebhooks: true,
      allowsSignup: true,
      ...options.settings,
    },
    wake: () => workers?.wake(),
  }
  const workers = options.workers ? startWorkers(service) : undefined
  const app = await startApp(service, {
    host: '127.0.0.1',
    port,
    trustedProxies: options.trustedProxies ?? 0,
    instance: 'test',
    hasInbox: true,
  })
  const username = 'ana'
  const known = await db.selectFrom('accounts').select('id').executeTakeFirst()
  const accountId = known?.id ?? (await addAccount(username))
  const token = await login(username)

  async function addAccount(name: string): Promise<number> {
    return insertAccount(db, {
      parentId: null,
      username: name,
      email: `${name}@example.org`,
      nombre: name,
      role: 'Admin',
      passHash: await hashPassword(pass),
      language: 'en',
      timezone: 'Europe/Madrid',
      plan: 'sandbox',
      now: clock.now(),
    })
  }

  async function request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<unknown>> {
    const isText = typeof body === 'string'
    const response = await fetch(`${origin}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return {
      status: response.status,
      body: isJson ? JSON.parse(text) : text,
      headers: response.headers,
    }
  }

  async function login(name: string): Promise<string> {
    const { body } = await request('POST', `${apiPrefix}/auth/getToken`, { username: name, pass })
    return body.token
  }

  return {
    origin,
    url: origin + apiPrefix,
    service,
    database,
    accountId,
    token,
    pass,
    /** Outside the API. */
    request,
    /** A call of the API with the account's token; a header given as '' is left out. */
    api: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      request(method, apiPrefix + path, body, { authorization: `Bearer ${token}`, ...headers }),
    /** Another account, logged in: what it may not see is the test. */
    async other() {
      const name = `other-${newUuid()}`
      const id = await addAccount(name)
      const theirs = await login(name)
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
      await database.close()
    },
  }
}

export type TestService = Awaited<ReturnType<typeof startService>>

async function freshDatabase(file: string | undefined): Promise<Database> {
  const server = process.env.REMITE_TEST_DATABASE_URL
  if (file !== undefined || !server) return openDatabase(file ?? join(newFolder(), 'remite.db'))
  const { url, drop } = await createPostgres(server)
  const database = await openDatabase(url)
  return {
    ...database,
    async close() {
      await database.close()
      await drop()
    },
  }
}

/** Calls of the API whose session outlives the days that a test lets pass. */
export async function rememberedApi({ api, pass }: TestService): Promise<TestService['api']> {
  const { body } = await api('POST', '/auth/getToken', { username: 'ana', pass, rememberMe: true })
  const authorization = `Bearer ${body.token}`
  return (method, path, sent, headers) => api(method, path, sent, { authorization, ...headers })
}
