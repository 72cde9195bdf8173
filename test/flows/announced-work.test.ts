import { sql } from 'kysely'
import { afterEach, expect } from 'vitest'
import { connect } from '../../src/service/database/connect.ts'
import { startWorkers, type Workers } from '../../src/service/workers.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { withQueryLog } from '../support/database/query-log.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** The process that serves the API runs no workers; the other does, and its clock stands still. */
let api: TestService
let clock: TestClock
let workers: Workers
/** What the workers asked of the database. */
let queries: string[]

async function start(): Promise<void> {
  clock = testClock()
  const sink = await startSink()
  ends.push(sink.stop)
  api = await startService({ clock, settings: { smtpUrl: sink.url } })
  ends.push(api.close)
  await addSender(api)
  const database = connect(await urlOf(api))
  ends.push(database.close)
  queries = []
  const { db, notifier } = database
  workers = startWorkers({
    ...api.service,
    ...(notifier && { notifier }),
    db: withQueryLog(db, queries),
    processId: 'other',
  })
  ends.push(() => workers.stop())
  await waitFor(async () => (await listeners()).length === 1)
}

async function urlOf({ service: { db } }: TestService): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = new URL(process.env.REMITE_TEST_DATABASE_URL ?? '')
  url.pathname = `/${rows[0]?.name}`
  return url.href
}

/** The connections that listen, after their last statement. */
async function listeners(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and (query like 'listen %' or query = '') and state = 'idle'
      and backend_type = 'client backend'
  `.execute(api.service.db)
  return rows.map(({ pid }) => pid)
}

const looks = () => queries.filter((query) => query.includes('"A/B tests"')).length

/** Lets the loops tick until they rest. */
async function untilResting(): Promise<void> {
  const before = looks()
  await waitFor(async () => {
    clock.advance(1000)
    await settled()
    return looks() > before
  })
  await settled()
}

/** Resolves when the workers ask nothing more. */
async function settled(): Promise<void> {
  let count = -1
  await waitFor(async () => {
    const isQuiet = count === queries.length
    count = queries.length
    await new Promise((resolve) => setTimeout(resolve, 30))
    return isQuiet
  })
}

async function send(changes: object = {}): Promise<number> {
  const list = await addList(api, ['ana@correo.example'])
  return (await api.api('POST', '/campaigns', { ...campaignOf(list), ...changes })).body.id
}

onPostgres('what one process creates, another does at once', async () => {
  await start()
  await untilResting()
  const startedAt = clock.now()
  await untilStatus(api, await send(), 'sent')
  expect(clock.now()).toBe(startedAt)
})

onPostgres(
  'a process without work asks the database once a minute, apart from heartbeats',
  async () => {
    await start()
    await untilResting()
    queries.length = 0
    for (let second = 0; second < 120; second++) {
      clock.advance(1000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await settled()
    const others = queries.filter((query) => !/"?(processes|jobs)"?/.test(query))
    expect(others.length).toBeLessThanOrEqual(3)
  },
)

onPostgres('a process that rests begins at the time that is set', async () => {
  await start()
  const at = new Date(clock.now() + hourMs).toISOString()
  const id = await send({ scheduled_at: at })
  await untilResting()
  clock.advance(hourMs - 10 * minuteMs)
  await settled()
  expect((await api.api('GET', `/campaigns/${id}`)).body.status).toBe('scheduled')
  while (new Date(clock.now()).toISOString() < at) {
    clock.advance(1000)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await untilStatus(api, id, 'sent')
})

onPostgres(
  'without announcements, work is found each second; later they are heard again',
  async () => {
    await start()
    await untilResting()
    const [pid] = await listeners()
    await sql`select pg_terminate_backend(${pid})`.execute(api.service.db)
    await waitFor(async () => (await listeners()).length === 0)
    const id = await send()
    await sql`update campaigns set status = 'queued' where id = ${id}`.execute(api.service.db)
    await waitFor(async () => {
      const { body } = await api.api('GET', `/campaigns/${id}`)
      if (body.status === 'sent') return true
      clock.advance(1000)
      await settled()
      return false
    })
    await waitFor(async () => {
      clock.advance(1000)
      return (await listeners()).length === 1
    })
    await untilResting()
    const startedAt = clock.now()
    await untilStatus(api, await send(), 'sent')
    expect(clock.now()).toBe(startedAt)
  },
)
