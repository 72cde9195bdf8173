import { afterEach, expect, test } from 'vitest'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { type Sink, type SinkBehaviour, startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { type StartOptions, startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const hourMs = 3_600_000

let sink: Sink
let server: TestService
let cli: ReturnType<typeof remite>
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function start(behaviour: SinkBehaviour = {}, options: StartOptions = {}) {
  sink = await startSink(behaviour)
  open.push(() => sink.stop())
  server = await startService({ workers: true, ...options, settings: { smtpUrl: sink.url } })
  open.push(() => server.close())
  await addSender(server)
  cli = remite(server, options.clock)
}

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => `p${index}@correo.example`)

const create = async (list: number, more: object = {}): Promise<number> =>
  (await server.api('POST', '/campaigns', campaignOf(list, more))).body.id

const campaign = async (id: number) => (await server.api('GET', `/campaigns/${id}`)).body
const stats = async (id: number) => (await server.api('GET', `/campaigns/${id}/stats`)).body

test('a draft is scheduled, rescheduled, and turned back into a draft', async () => {
  await start({}, { clock: testClock(Date.parse('2027-03-01T08:00:00Z')) })
  const id = await create(await addList(server, people(3)), { draft: true })
  const scheduleAt = (time: string) => [
    ...['campaigns', 'schedule', String(id), '--at', time],
    ...['--tz', 'Europe/Madrid', '--yes', '-o', 'json'],
  ]
  expect(JSON.parse((await cli(...scheduleAt('2027-03-10T09:00'))).stdout)).toMatchObject({
    status: 'scheduled',
  })
  expect(await campaign(id)).toMatchObject({
    scheduled_at: '2027-03-10T08:00:00.000Z',
    timezone: 'Europe/Madrid',
  })
  expect((await cli(...scheduleAt('2027-04-10T09:00'))).code).toBe(0)
  expect((await campaign(id)).scheduled_at).toBe('2027-04-10T07:00:00.000Z')
  expect((await cli('campaigns', 'unschedule', String(id))).code).toBe(0)
  expect(await campaign(id)).toMatchObject({ status: 'draft', scheduled_at: null, timezone: null })
})

test('a scheduled campaign is sent when its time comes, and not before', async () => {
  const clock = testClock(Date.parse('2027-03-01T08:00:00Z'))
  await start({}, { clock })
  const id = await create(await addList(server, people(3)), { draft: true })
  const body = { scheduled_at: '2027-03-01T10:00:00Z' }
  expect((await server.api('PUT', `/campaigns/${id}/schedule`, body)).status).toBe(200)
  clock.advance(2 * hourMs - 60_000)
  server.service.wake()
  expect((await campaign(id)).status).toBe('scheduled')
  clock.advance(60_000)
  await untilStatus(server, id, 'sent')
  expect(sink.messages()).toHaveLength(3)
})

test('a schedule that could not be sent is refused, and the draft stays unchanged', async () => {
  await start({}, { clock: testClock(Date.parse('2027-03-01T08:00:00Z')) })
  const list = await addList(server, people(1))
  const id = await create(list, { draft: true })
  const schedule = async (body: object, campaign = id) =>
    (await server.api('PUT', `/campaigns/${campaign}/schedule`, body)).body
  expect(await schedule({ scheduled_at: '2027-02-01T08:00:00Z' })).toMatchObject({
    status: 422,
    errors: [{ field: 'scheduled_at', code: 'past_time' }],
  })
  const unknown = await create(list, { draft: true, from_mail: 'nadie@tienda.example' })
  expect(await schedule({ scheduled_at: '2027-04-01T08:00:00Z' }, unknown)).toMatchObject({
    code: 'sender_not_verified',
  })
  expect((await campaign(id)).status).toBe('draft')
})

test('a paused campaign stops within one batch and resumes where it stopped', async () => {
  await start({ answerMs: 20 })
  const id = await create(await addList(server, people(400)))
  await waitFor(async () => sink.messages().length > 20)
  const paused = await cli('campaigns', 'pause', String(id), '-o', 'json')
  expect(JSON.parse(paused.stdout)).toMatchObject({ status: 'paused' })
  await waitFor(async () => (await stats(id)).uncertain === 0 && (await isQuiet()))
  const stopped = await stats(id)
  expect(stopped.sent).toBeLessThan(400)
  expect(await campaign(id)).toMatchObject({ status: 'paused', reason: 'user' })
  expect((await cli('campaigns', 'resume', String(id), '--yes')).code).toBe(0)
  expect(await untilStatus(server, id, 'sent')).toMatchObject({ recipients: 400, sent: 400 })
  expect(new Set(sink.messages().map(({ to }) => to[0])).size).toBe(400)
  expect(sink.messages()).toHaveLength(400)
})

/** Returns whether no message arrives for a while. */
async function isQuiet(): Promise<boolean> {
  const before = sink.messages().length
  await new Promise((resolve) => setTimeout(resolve, 150))
  return sink.messages().length === before
}

test('a cancelled campaign ends with every recipient in a final state and cannot resume', async () => {
  await start({ answerMs: 20 })
  const id = await create(await addList(server, people(400)))
  await waitFor(async () => sink.messages().length > 20)
  expect((await cli('campaigns', 'cancel', String(id), '--yes')).code).toBe(0)
  await waitFor(async () => (await stats(id)).pending === 0 && (await isQuiet()))
  const { sent, failed, cancelled, uncertain, deferred } = await stats(id)
  expect([deferred, failed, uncertain]).toEqual([0, 0, 0])
  expect(sent).toBe(sink.messages().length)
  expect(sent + cancelled).toBe(400)
  expect(await campaign(id)).toMatchObject({ status: 'cancelled', sent })
  expect((await cli('campaigns', 'resume', String(id), '--yes')).code).toBe(6)
  expect((await cli('campaigns', 'cancel', String(id), '--yes')).code).toBe(0)
})

/** Only on PostgreSQL, because SQLite has no row locks. */
onPostgres(
  'a recipient being released by a worker does not delay the others of a cancelled campaign',
  async () => {
    await start({ greylist: true })
    const id = await create(await addList(server, people(20)))
    await waitFor(async () => (await stats(id)).deferred === 20)
    await server.service.db.transaction().execute(async (tx) => {
      const locked = tx.selectFrom('recipient_queue').select('id').where('campaign_id', '=', id)
      await locked.limit(1).forUpdate().execute()
      expect((await server.api('PUT', `/campaigns/${id}/cancel`)).status).toBe(200)
      await waitFor(async () => (await stats(id)).cancelled === 19)
    })
    await waitFor(async () => (await stats(id)).cancelled === 20)
  },
)

test('a greylisted recipient of a cancelled campaign is not retried', async () => {
  const clock = testClock()
  await start({ greylist: true }, { clock })
  const id = await create(await addList(server, people(2)))
  await waitFor(async () => (await stats(id)).deferred === 2)
  await server.api('PUT', `/campaigns/${id}/cancel`)
  await waitFor(async () => (await stats(id)).cancelled === 2)
  clock.advance(48 * hourMs)
  server.service.wake()
  expect(await isQuiet()).toBe(true)
  expect(sink.messages()).toEqual([])
})

test('a campaign that cannot be paused, resumed or cancelled names its status', async () => {
  await start()
  const list = await addList(server, people(1))
  const id = await create(list, { draft: true })
  for (const verb of ['pause', 'resume', 'cancel']) {
    const { status, body } = await server.api('PUT', `/campaigns/${id}/${verb}`)
    expect([status, body.code]).toEqual([409, 'wrong_state'])
  }
})
