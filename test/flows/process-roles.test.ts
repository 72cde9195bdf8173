import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { ProcessRole } from '../../src/core/process-roles.ts'
import { heartbeatMs } from '../../src/service/processes/heartbeat.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const postgresServer = process.env.REMITE_TEST_DATABASE_URL ?? ''

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

onPostgres('each process does what its roles say, and together they send a campaign', async () => {
  const database = await createPostgres(postgresServer)
  ends.push(database.drop)
  const sink = await startSink()
  ends.push(sink.stop)
  const start = async (...roles: ProcessRole[]) => {
    const settings = { smtpUrl: sink.url }
    const server = await startService({ file: database.url, workers: true, roles, settings })
    ends.push(server.close)
    return server
  }
  const api = await start('api')
  const ready = async () => (await api.request('GET', '/ready')).body.roles
  expect(await ready()).toEqual({
    status: 'missing',
    missing: ['pages', 'sender', 'worker', 'scheduler'],
  })
  await addSender(api)
  const list = await addList(api, ['ana@correo.example', 'eva@correo.example'])
  const { body: campaign } = await api.api('POST', '/campaigns', campaignOf(list))
  const pages = await start('pages')
  const statusOf = async () => (await api.api('GET', `/campaigns/${campaign.id}`)).body.status
  const sender = await start('sender')
  await start('worker')
  expect([await statusOf(), sink.messages().length]).toEqual(['queued', 0])
  await start('scheduler')
  await waitFor(async () => (await statusOf()) === 'sent')
  expect(sink.messages().length).toBe(2)

  const page = await api.request('GET', '/', undefined, { accept: 'text/html' })
  expect(page.status).toBe(404)
  const refused = await pages.api('GET', '/campaigns')
  expect([refused.status, refused.body.code]).toEqual([404, 'no_such_route'])
  expect(refused.body.detail).toContain('does not run the role “api”')
  expect((await pages.request('GET', '/', undefined, { accept: 'text/html' })).status).toBe(200)
  for (const server of [api, pages, sender]) {
    expect((await server.request('GET', '/health')).status).toBe(200)
  }
  const env = { REMITE_DATABASE_URL: database.url }
  const status = await remite(undefined).with({ env })('service', 'status', '--json')
  expect(status.json().missing_roles).toEqual([])
  expect(status.json().processes.map(({ roles }: { roles: string }) => roles)).toEqual([
    ...['api', 'pages', 'sender', 'worker', 'scheduler'],
  ])
  const shown = await remite(undefined).with({ env })('service', 'status', '-o', 'table')
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('scheduler')])
})

onPostgres('only processes that send share the rates', async () => {
  const database = await createPostgres(postgresServer)
  ends.push(database.drop)
  const clock = testClock()
  const start = async (...roles: ProcessRole[]) => {
    const log: string[] = []
    const server = await startService({ file: database.url, workers: true, clock, roles })
    ends.push(server.close)
    return { server, log }
  }
  await start('api', 'pages')
  await start('worker')
  const { server } = await start('sender')
  const { db } = server.service
  const rows = () => db.selectFrom('processes').select('roles').execute()
  await waitFor(async () => (await rows()).length === 3)
  clock.advance(heartbeatMs)
  const { recordBeat } = await import('../../src/service/processes/store.ts')
  const others = await recordBeat(db, {
    ...{ id: 'another', version: '', host: '', pid: 1, roles: ['sender'], isOnHold: false },
    ...{ now: 0, leaseMs: 1000, trouble: undefined, lastResultAt: 0, queued: 0, inFlight: 0 },
  })
  expect(others).toEqual({ living: 1, dead: [] })
})

test('a service on hold answers, says so, and is not ready', async () => {
  const folder = newFolder()
  const port = await freePort()
  const stopping = new AbortController()
  const postgres = postgresServer ? await createPostgres(postgresServer) : undefined
  if (postgres) ends.push(postgres.drop)
  const env = postgres
    ? { REMITE_DATABASE_URL: postgres.url, REMITE_MASTER_KEY: 'a master key for tests' }
    : {}
  const cli = remite(undefined).with({ env, stopped: stopping.signal })
  const address = ['--smtp', 'smtp://127.0.0.1:9', '--port', String(port), '--folder', folder]
  const serving = cli('serve', ...address, '--hold')
  ends.push(async () => {
    stopping.abort('SIGTERM')
    await serving
  })
  const from = postgres ? [] : ['--from', join(folder, 'remite.db')]
  const read = () => remite(undefined).with({ env })('service', 'status', '--json', ...from)
  await waitFor(async () => {
    const { code, json } = await read()
    return code === 0 && json().processes.length === 1
  })
  expect((await read()).json()).toMatchObject({
    missing_roles: ['sender', 'worker', 'scheduler'],
    processes: [{ status: 'on_hold', roles: 'api pages' }],
  })
  await waitFor(() =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const ready = await fetch(`http://127.0.0.1:${port}/ready`)
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { roles: { status: 'missing', missing: ['sender', 'worker', 'scheduler'], on_hold: 1 } },
  ])
})

test.each([
  ['sender', 'Only possible with PostgreSQL'],
  ['api,mailer', 'api, pages, sender, worker, scheduler'],
  ['', 'api, pages, sender, worker, scheduler'],
])('--roles %j with SQLite is refused', async (roles, sentence) => {
  const flags = ['--smtp', 'smtp://127.0.0.1:9', '--folder', newFolder(), `--roles=${roles}`]
  const { code, stderr } = await remite(undefined)('serve', ...flags)
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)])
})
