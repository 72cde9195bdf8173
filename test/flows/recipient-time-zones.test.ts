import { afterEach, expect, test } from 'vitest'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let sink: Sink
let server: TestService
let clock: ReturnType<typeof testClock>
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const people = [
  { email: 'tokio@correo.example', fields: { timezone: 'Asia/Tokyo' } },
  { email: 'madrid@correo.example', fields: { timezone: 'Europe/Madrid' } },
  { email: 'bogota@correo.example', fields: { timezone: 'America/Bogota' } },
  { email: 'perdido@correo.example', fields: { timezone: 'Nowhere/City' } },
  { email: 'nadie@correo.example' },
]

/** Creates a draft for contacts in several time zones. The clock is at 2027-03-01T09:00Z. */
async function start(): Promise<number> {
  clock = testClock()
  sink = await startSink()
  open.push(() => sink.stop())
  server = await startService({ workers: true, clock, settings: { smtpUrl: sink.url } })
  open.push(() => server.close())
  await addSender(server)
  const list = await addList(server, people)
  return (await server.api('POST', '/campaigns', campaignOf(list, { draft: true }))).body.id
}

const schedule = (id: number, scheduled_at: string, more: object = {}) =>
  server.api('PUT', `/campaigns/${id}/schedule`, {
    scheduled_at,
    timezone: 'Europe/Madrid',
    by_recipient_timezone: true,
    ...more,
  })

const get = async (id: number) => (await server.api('GET', `/campaigns/${id}`)).body

/** Reads the status from the table, because the session expires during the test. */
async function untilStatusIs(id: number, status: string): Promise<void> {
  const { db } = server.service
  await waitFor(async () => {
    server.service.wake()
    const row = db.selectFrom('campaigns').select('status').where('id', '=', id)
    return (await row.executeTakeFirstOrThrow()).status === status
  })
}

/** Advances the clock to this time and returns the recipients who have the message. */
async function reachedAt(time: string, count: number): Promise<string[]> {
  clock.advance(Date.parse(time) - clock.now())
  await waitFor(() => {
    server.service.wake()
    return sink.messages().length >= count
  })
  server.service.wake()
  return sink.messages().map(({ to: [to = ''] }) => to.split('@')[0] ?? '')
}

test('each recipient is mailed at the hour of their own time zone', async () => {
  const id = await start()
  const cli = remite(server, clock)
  const { code } = await cli(
    ...['campaigns', 'schedule', String(id), '--at', '2027-03-03T10:00', '--tz', 'Europe/Madrid'],
    ...['--by-recipient-timezone', '--confirm', 'Rebajas', '--allow', 'html_empty', '--json'],
  )
  expect(code).toBe(0)
  expect(await get(id)).toMatchObject({
    status: 'scheduled',
    scheduled_at: '2027-03-03T09:00:00.000Z',
    timezone: 'Europe/Madrid',
    by_recipient_timezone: true,
  })
  expect(await reachedAt('2027-03-02T19:59:00Z', 0)).toEqual([])
  await untilStatusIs(id, 'scheduled')
  clock.advance(60_000)
  await untilStatusIs(id, 'sending')
  expect(await reachedAt('2027-03-03T00:59:00Z', 0)).toEqual([])
  expect(await reachedAt('2027-03-03T01:00:00Z', 1)).toEqual(['tokio'])
  const noon = await reachedAt('2027-03-03T09:00:00Z', 4)
  expect(noon.sort()).toEqual(['madrid', 'nadie', 'perdido', 'tokio'])
  await untilStatusIs(id, 'sending')
  expect(await reachedAt('2027-03-03T15:00:00Z', 5)).toContain('bogota')
  await untilStatusIs(id, 'sent')
  expect(sink.messages()).toHaveLength(5)
})

test('where the hour has passed, the message is sent at once', async () => {
  const id = await start()
  await schedule(id, '2027-03-01T10:00:00Z')
  await untilStatus(server, id, 'sending')
  expect(await reachedAt('2027-03-01T09:00:01Z', 1)).toEqual(['tokio'])
})

test('rescheduling, sending now or unscheduling return to one clock', async () => {
  const id = await start()
  const scheduledAt = '2027-03-08T09:00:00Z'
  await schedule(id, scheduledAt)
  await schedule(id, scheduledAt, { by_recipient_timezone: false })
  expect((await get(id)).by_recipient_timezone).toBe(false)
  await schedule(id, scheduledAt)
  await server.api('DELETE', `/campaigns/${id}/schedule`)
  expect(await get(id)).toMatchObject({ status: 'draft', by_recipient_timezone: false })
  await schedule(id, scheduledAt)
  await server.api('PUT', `/campaigns/${id}/send`)
  await untilStatus(server, id, 'sent')
  expect(sink.messages()).toHaveLength(5)
})

test('recipient-local times cannot be combined with an A/B test', async () => {
  const id = await start()
  const scheduledAt = '2027-03-08T09:00:00Z'
  const ab_test = { variants: [{}, { asunto: 'B' }], share: 20, winner: 'manual' }
  await server.api('PUT', `/campaigns/${id}`, { ab_test })
  const wrong = [{ field: 'by_recipient_timezone', code: 'not_together' }]
  expect((await schedule(id, scheduledAt)).body.errors).toMatchObject(wrong)
  await server.api('PUT', `/campaigns/${id}`, { ab_test: null })
  expect((await schedule(id, scheduledAt)).body).toEqual({ ok: true, status: 'scheduled' })
  expect((await server.api('PUT', `/campaigns/${id}`, { ab_test })).body.errors).toMatchObject(
    wrong,
  )
})
