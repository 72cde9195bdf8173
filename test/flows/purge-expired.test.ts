import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultRetention } from '../../src/core/retention/retention-periods.ts'
import { rollUpCounterDeltas } from '../../src/service/dashboard/rollup.ts'
import { retentionMs } from '../../src/service/database/retention-periods.ts'
import { appendEvents } from '../../src/service/events/outbox-store.ts'
import { purge } from '../../src/service/retention/purge.ts'
import { recordVisits } from '../../src/service/tracking/record-visits.ts'
import { startWorkers } from '../../src/service/workers.ts'
import {
  createTimeline,
  linearGraph,
  runPathsOf,
  startAutomation,
} from '../support/automations/automations.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { publishAll } from '../support/events.ts'
import { startSink } from '../support/mail/smtp-sink.ts'
import { rememberedApi, startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let clock: TestClock
let server: TestService
let api: TestService['api']
beforeEach(async () => {
  clock = testClock()
  server = await startService({ clock })
  api = await rememberedApi(server)
})
afterEach(() => server.close())

/** PostgreSQL drops records when their whole month has expired. */
const longestMonthMs = 31 * 86_400_000

const never = new AbortController().signal
/** Purges as if this time had passed. The test's own session stays valid. */
const purgeAfter = (ms: number) => {
  const now = clock.now() + ms
  return purge({ ...server.service, clock: { ...clock, now: () => now } }, never)
}

const publishEvents = async (...names: string[]): Promise<void> => {
  const { db } = server.service
  const events = names.map((name) => ({
    ...{ accountId: server.accountId, type: 'contact.open', payload: { name } },
    now: clock.now(),
  }))
  await db.transaction().execute((tx) => appendEvents(tx, events))
  await publishAll(db)
}
const listEvents = async (query = '') =>
  (await api('GET', `/dashboard/events?order=asc${query}`)).body
const namesOf = (page: { data: { name: string } }[]) => page.map(({ data }) => data.name)

test('events and webhook deliveries are deleted after ninety days, and reading continues after them', async () => {
  const { db } = server.service
  const path = `/users/${server.accountId}/webhooks`
  const hook = { url: 'https://tienda.example/', events: ['contact.open'] }
  const { body: webhook } = await api('POST', path, hook)
  await publishEvents('one', 'two')
  const [{ cursor }] = await listEvents()
  const deliveries = await db.selectFrom('deliveries').select('id').orderBy('id').execute()
  for (const { id } of deliveries) {
    const attempt = { delivery_id: id, attempt: 1, at: clock.now(), ms: 5, status: 200 }
    await db
      .insertInto('delivery_attempts')
      .values({ ...attempt, error: null, next_at: null })
      .execute()
  }
  clock.advance(defaultRetention.events)
  await publishEvents('three')
  await purgeAfter(0)
  expect(namesOf(await listEvents())).toEqual(['one', 'two', 'three'])
  await purgeAfter(longestMonthMs)
  expect(namesOf(await listEvents())).toEqual(['three'])
  expect(namesOf(await listEvents(`&cursor=${cursor}`))).toEqual(['three'])
  expect(await db.selectFrom('delivery_attempts').select('at').execute()).toEqual([])
  expect(await db.selectFrom('deliveries').select('webhook_id').execute()).toEqual([
    { webhook_id: webhook.id },
  ])
  const span = { from: new Date(0).toISOString(), to: new Date(clock.now()).toISOString() }
  expect((await api('POST', `${path}/${webhook.id}/replay`, span)).body).toEqual({ queued: 1 })
  await publishEvents('four')
  expect(namesOf(await listEvents(`&cursor=${cursor}`))).toEqual(['three', 'four'])
})

test('more than one slice of events is deleted, and unpublished ones stay', async () => {
  const { db } = server.service
  await publishEvents(...Array.from({ length: 2100 }, (_, n) => `event ${n}`))
  const { id } = await db.selectFrom('events').select('id').limit(1).executeTakeFirstOrThrow()
  await db.updateTable('events').set({ seq: null }).where('id', '=', id).execute()
  await purgeAfter(defaultRetention.events + longestMonthMs)
  expect(await db.selectFrom('events').select('id').execute()).toEqual([{ id }])
})

test('events with a number but without deliveries stay, as after a move from SQLite', async () => {
  const { db } = server.service
  const event = { account_id: server.accountId, type: 'contact.open', payload: '{}' }
  const ofNobody = { contact_id: null, campaign_id: null, created_at: clock.now() }
  await db
    .insertInto('events')
    .values([1, 2].map((seq) => ({ id: seq, seq, ...event, ...ofNobody })))
    .execute()
  await purgeAfter(defaultRetention.events + longestMonthMs)
  expect(await db.selectFrom('events').select('seq').execute()).toHaveLength(2)
  expect(await publishAll(db)).toBe(2)
  await purgeAfter(defaultRetention.events + longestMonthMs)
  expect(await db.selectFrom('events').select('seq').execute()).toEqual([])
})

test('each kind of data is deleted when its retention ends, and not before', async () => {
  const { db } = server.service
  const now = clock.now()
  await db
    .insertInto('audit')
    .values({ account_id: server.accountId, actor_id: 1, act: 'GET /', at: now })
    .execute()
  await db
    .insertInto('sandbox_messages')
    .values({ mail_from: '', rcpt_to: '', subject: '', raw: Buffer.alloc(9), received_at: now })
    .execute()
  for (const state of ['sent', 'pending']) {
    await db
      .insertInto('messages')
      .values({
        ...{ account_id: null, kind: 'code', from_mail: null, from_name: '', reply_to: null },
        ...{ to_mail: '', subject: '', text: '', html: '', state, claim: null },
        ...{ attempts: 0, response: null, created_at: now, sent_at: null },
      })
      .execute()
  }
  for (const finished_at of [now, null]) {
    const { id: job_id } = await db
      .insertInto('jobs')
      .values({
        ...{ account_id: server.accountId, list_id: null, kind: 'import', status: 'done' },
        ...{
          params: '{}',
          progress: '{}',
          claim: null,
          lease_until: now + defaultRetention.audit * 2,
        },
        ...{ created_at: now, finished_at },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rejects = Array.from({ length: 1100 }, (_, line) => ({
      ...{ account_id: server.accountId, job_id, line, cells: '[]', problem: '{}' },
    }))
    await db.insertInto('job_rejects').values(rejects).execute()
  }
  const left = async () => {
    const counts: Record<string, number> = {}
    for (const table of ['audit', 'sandbox_messages', 'messages', 'jobs', 'job_rejects'] as const) {
      counts[table] = (await db.selectFrom(table).selectAll().execute()).length
    }
    return counts
  }
  const young = { audit: 1, sandbox_messages: 1, messages: 2, jobs: 2, job_rejects: 2200 }
  await purgeAfter(retentionMs.sandboxMail)
  expect(await left()).toEqual(young)
  await purgeAfter(retentionMs.sandboxMail + 1)
  const monthOld = { audit: 1, sandbox_messages: 0, messages: 1, jobs: 1, job_rejects: 1100 }
  expect(await left()).toEqual(monthOld)
  await purgeAfter(defaultRetention.audit)
  expect(await left()).toEqual(monthOld)
  await purgeAfter(defaultRetention.audit + 1)
  expect(await left()).toEqual({ ...monthOld, audit: 0 })
})

test('deleting old data changes no figure and lets nobody enter twice', async () => {
  const sink = await startSink({ refuse: '^refused@' })
  const workers = await work(sink.url)
  await addSender(server)
  const people = ['ana', 'eva', 'refused'].map((name) => `${name}@correo.example`)
  const list = await addList(server, people)
  const { body: campaign } = await api('POST', '/campaigns', campaignOf(list))
  const joined = await addList(server, [])
  const once = await startAutomation(api, tagging(joined, 'never'), 'Una vez')
  const often = await startAutomation(api, tagging(joined, 'always'), 'Siempre')
  clock.advance(1000)
  await api('POST', `/lists/${joined}/contacts`, { email: 'leo@correo.example' })
  await createTimeline(server, clock).runDueSteps()
  await waitFor(async () => {
    workers.wake()
    clock.advance(1000)
    return (await api('GET', `/campaigns/${campaign.id}`)).body.status === 'sent'
  })
  await open(campaign.id)
  await workers.stop()
  await sink.stop()
  const { db } = server.service
  while (await rollUpCounterDeltas(db));
  const before = await figures()
  expect(before.campaign).toMatchObject({ delivered: 2, unique_opens: 1 })
  const leo = `/lists/${joined}/contacts/leo@correo.example`
  await purgeAfter(defaultRetention.audit + 1)
  // The session had expired by then.
  api = await rememberedApi(server)
  expect(await figures()).toEqual(before)
  expect([...(await runPathsOf(server, once)).values()].flat()).toEqual([
    { path: [], ended: 'end' },
  ])
  expect([...(await runPathsOf(server, often)).values()]).toEqual([])
  const { body: contact } = await api('GET', leo)
  const enter = async (automation: number) =>
    (await api('POST', `/automations/${automation}/trigger`, { contact_id: contact.id })).body
  expect(await enter(once)).toMatchObject({ enrolled: false })
  expect(await enter(often)).toMatchObject({ enrolled: true })

  async function figures() {
    const from = new Date(clock.now() - 86_400_000).toISOString()
    const to = new Date(clock.now() + 86_400_000).toISOString()
    const paths = {
      campaign: `/campaigns/${campaign.id}/stats`,
      once: `/automations/${once}/stats`,
      often: `/automations/${often}/stats`,
      dashboard: '/dashboard',
      stats: `/dashboard/stats?from=${from}&to=${to}`,
      deliverability: `/dashboard/deliverability?from=${from}&to=${to}`,
      history: `/lists/${list}/contacts/ana@correo.example/history`,
    }
    const figuresByName: Record<string, unknown> = {}
    for (const [name, path] of Object.entries(paths)) {
      const { status, body } = await api('GET', path)
      expect(status, JSON.stringify(body)).toBe(200)
      figuresByName[name] = body
    }
    return figuresByName
  }
})

/** Restarts the service with a relay. The other tests have none. */
async function work(smtpUrl: string) {
  await server.close()
  server = await startService({ clock, settings: { smtpUrl } })
  api = await rememberedApi(server)
  return startWorkers(server.service)
}

const tagging = (list: number, reentry: 'never' | 'always') => ({
  ...linearGraph({ type: 'list_joined', list_id: list }, [
    { id: 'visto', type: 'add_tag', config: { tag: reentry } },
  ]),
  settings: { reentry },
})

/** Marks the campaign's message as opened. */
async function open(campaign: number): Promise<void> {
  const { db } = server.service
  const { id } = await db
    .selectFrom('recipients')
    .select('id')
    .where('campaign_id', '=', campaign)
    .where('address_key', 'like', 'ana%')
    .executeTakeFirstOrThrow()
  const person = { isMachineAgent: false, count: 1 }
  const visit = { kind: 'open' as const, recipient: id, campaign, at: clock.now(), ...person }
  await db.transaction().execute((tx) => recordVisits(tx, [visit], { windowMs: 0 }))
}
