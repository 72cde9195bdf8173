import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { fillActivity } from '../../src/service/database/migrations/steps/activity.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { recount, storedCounts } from '../support/database/activity.ts'
import { deliveryReport, feedbackReport } from '../support/mail/bounces.ts'
import { parseMessage, type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { seededRandom } from '../support/random.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const browser =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15'
const hourMs = 3_600_000
/** Ten times the duration on an idle machine. */
const slowMs = 40_000

let server: TestService
let sink: Sink
let clock: TestClock
/** The token of a long session, because the test lets days pass. */
let token: string
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function start() {
  clock = testClock()
  sink = await startSink({ refuse: '^no' })
  open.push(() => sink.stop())
  const settings = { smtpUrl: sink.url, machineWindowMs: 1000 }
  server = await startService({ workers: true, clock, settings })
  open.push(() => server.close())
  await addSender(server)
  const credentials = { username: 'ana', pass: server.pass, rememberMe: true }
  token = (await server.api('POST', '/auth/getToken', credentials)).body.token
}

const people = Array.from(
  { length: 30 },
  (_, n) => `${n % 10 === 0 ? 'no' : 'p'}${n}@${['correo', 'buzon', 'mail'][n % 3]}.example`,
)

const html = ['a', 'b', 'c', 'd']
  .map((name) => `<a href="https://tienda.example/${name}">${name}</a>`)
  .join(' ')

async function send(list: number): Promise<void> {
  const more = { html, track_reads: true, track_links: true }
  const { db } = server.service
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, more), headers)
  const campaign = db.selectFrom('campaigns').select('status').where('id', '=', body.id)
  await waitFor(async () => {
    server.service.wake()
    return (await campaign.executeTakeFirst())?.status === 'sent'
  }, slowMs)
}

/** Returns the paths of a message's tracking pixel and links. */
async function pathsIn(raw: Buffer): Promise<{ pixel: string; links: string[] }> {
  const source = (await parseMessage(raw)).html ?? ''
  const paths = (pattern: RegExp) =>
    [...source.matchAll(pattern)].map(([, url = '']) => new URL(url).pathname)
  const [pixel = ''] = paths(/src="([^"]+\/o\/[^"]+)"/g)
  return { pixel, links: paths(/href="([^"]+\/c\/[^"]+)"/g) }
}

const visit = (path: string) =>
  server.request('GET', path, undefined, { 'user-agent': browser, accept: '*/*' })

/** Inserts a report as an unprocessed message of the bounce inbox. */
const insertReport = (to: string, raw: string) =>
  server.service.db
    .insertInto('inbox')
    .values({ mail_from: '', rcpt_to: to, raw: Buffer.from(raw), received_at: clock.now() })
    .execute()

/** Waits until all visits are stored and all reports are processed. */
async function waitUntilProcessed(visits: number): Promise<void> {
  const { db } = server.service
  await waitFor(async () => {
    clock.advance(300)
    server.service.wake()
    const { count } = await db
      .selectFrom('engagements')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const unread = await db
      .selectFrom('inbox')
      .where('handled_at', 'is', null)
      .select('id')
      .execute()
    return Number(count) === visits && unread.length === 0
  }, slowMs)
}

/**
 * Waits until the worker has added all counter deltas to the rollups. Otherwise counts would move while
 * they are read.
 */
async function waitForRollups(): Promise<void> {
  await waitFor(async () => {
    clock.advance(300)
    const waiting = await server.service.db.selectFrom('tallies').select('id').limit(1).execute()
    return waiting.length === 0
  }, slowMs)
}

test('rollups equal a direct count of sends, visits, bounces and complaints', {
  timeout: 120_000,
}, async () => {
  await start()
  const { db } = server.service
  const list = await addList(server, people)
  const seed = Date.now()
  const random = seededRandom(seed)
  let visits = 0
  for (let round = 0; round < 4; round++) {
    const known = sink.messages().length
    await send(list)
    const messages = sink.messages().slice(known)
    for (const [n, { raw, to, from }] of messages.entries()) {
      clock.advance(Math.floor(random() * hourMs))
      const { pixel, links } = await pathsIn(raw)
      const address = to[0] ?? ''
      // The first round has some of every kind.
      const kind = round === 0 ? n / messages.length : random()
      if (kind < 0.4) {
        await visit(pixel)
        visits++
      }
      if (kind < 0.2) {
        // Following all links marks them as machine visits, including the first, which counted as a
        // person's.
        for (const link of links) {
          await visit(link)
          visits++
          if (kind < 0.1) await waitUntilProcessed(visits)
        }
      }
      // A visitor who follows one link counts as a person.
      if (kind >= 0.2 && kind < 0.3) {
        await visit(links[0] ?? '')
        visits++
      }
      const full = { status: '4.2.2', diagnostic: '452 4.2.2 Over quota' }
      if (kind > 0.7) await insertReport(from, deliveryReport(address, kind > 0.8 ? {} : full))
      if (kind > 0.95 || (kind > 0.7 && kind < 0.75)) {
        await waitUntilProcessed(visits)
        await insertReport(from, deliveryReport(address))
      }
      if (kind > 0.5 && kind < 0.55) await insertReport(from, feedbackReport(raw))
    }
    await waitUntilProcessed(visits)
    await waitForRollups()
    expect(await storedCounts(db), `round ${round} of seed ${seed}`).toEqual(await recount(db))
  }
  const measures = Object.keys(await storedCounts(db)).map((key) => key.split(' ').at(-1))
  expect([...new Set(measures)].sort()).toEqual([
    'bounces',
    'clicks',
    'complaints',
    'hard_bounces',
    'opens',
    'returned',
    'sends',
    'sent',
    'soft_bounces',
  ])

  const isBounce = ([key]: [string, number]) => /bounces|returned/.test(key)
  const before = Object.entries(await storedCounts(db)).filter((entry) => !isBounce(entry))
  for (const table of ['tallies', 'activity', 'domain_activity']) {
    await sql`delete from ${sql.table(table)}`.execute(db)
  }
  await fillActivity(db, server.database.dialect)
  expect(await storedCounts(db), 'filled from an earlier version').toEqual(
    Object.fromEntries(before),
  )
})
