import { afterEach, expect, test } from 'vitest'
import { createVisitBuffer } from '../../src/service/tracking/visit-buffer.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { recount, storedCounts } from '../support/database/activity.ts'
import { parseMessage, startSink } from '../support/mail/smtp-sink.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The visits of one recipient and kind that are recorded within a day. */
const recorded = 10

let server: TestService
let clock: ReturnType<typeof testClock>
const open: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** Sends a tracked campaign to one contact, and returns what the message contains. */
async function deliver() {
  clock = testClock()
  const sink = await startSink()
  open.push(() => sink.stop())
  server = await startService({
    clock,
    workers: true,
    trustedProxies: 1,
    settings: { smtpUrl: sink.url, machineWindowMs: 10_000 },
  })
  open.push(() => server.close())
  await addSender(server)
  const list = await addList(server, ['ana@correo.example'])
  const html = [1, 2, 3, 4].map((n) => `<a href="https://tienda.example/${n}">${n}</a>`).join(' ')
  const conversion = '<a href="https://tienda.example/?c={{ conversion_token }}">c</a>'
  const { body } = await server.api('POST', '/campaigns', {
    ...campaignOf(list, { html: html + conversion, track_reads: true, track_links: true }),
  })
  await untilStatus(server, body.id, 'sent')
  clock.advance(hourMs)
  const { html: text = '' } = await parseMessage(sink.messages()[0]?.raw ?? Buffer.alloc(0))
  const pathsOf = (kind: string) =>
    [...text.matchAll(new RegExp(`"http[^"]+(/${kind}/[^"]+)"`, 'g'))].map(([, path = '']) => path)
  const [pixel = ''] = pathsOf('o')
  return { id: body.id as number, pixel, links: pathsOf('c') }
}

let network = 0

/** Requests a path many times, each time from another network. */
async function flood(path: string, times: number, agent = browser): Promise<void> {
  await Promise.all(
    Array.from({ length: times }, async () => {
      network += 1
      const from = `10.${network >> 16}.${(network >> 8) & 255}.${network & 255}`
      const headers = { 'user-agent': agent, 'x-forwarded-for': from }
      const { status } = await server.request('GET', path, undefined, headers)
      expect(status).toBeLessThan(400)
    }),
  )
}

const stats = async (id: number) => (await server.api('GET', `/campaigns/${id}/stats`)).body

async function counted(id: number, expected: Record<string, number>): Promise<void> {
  await waitFor(async () => {
    clock.advance(200)
    const body = await stats(id)
    return Object.entries(expected).every(([name, value]) => body[name] === value)
  })
}

const rowsOf = (table: 'engagements' | 'events' | 'signals') =>
  server.service.db.selectFrom(table).selectAll().execute()

const opensAmong = async () =>
  (await rowsOf('events')).filter(({ type }) => type === 'contact.open').length

test('a flood of one pixel counts every open, but only the first ones are events', async () => {
  const { id, pixel } = await deliver()
  const receiver = await startWebhookReceiver()
  open.push(() => receiver.close())
  const hook = { url: receiver.url, events: ['contact.open'] }
  expect((await server.api('POST', `/users/${server.accountId}/webhooks`, hook)).status).toBe(200)
  await server.service.db
    .insertInto('signal_listeners')
    .values({ account_id: server.accountId, kind: 'open' })
    .execute()
  await flood(pixel, 150)
  await counted(id, { opens: 150, unique_opens: 1 })
  await flood(pixel, 150)
  await counted(id, { opens: 300, unique_opens: 1, machine_opens: 0, open_rate: 1 })
  expect((await rowsOf('engagements')).length).toBe(recorded)
  expect(await opensAmong()).toBe(recorded)
  await waitFor(async () => {
    clock.advance(1000)
    return receiver.received.length >= recorded && (await rowsOf('signals')).length === 0
  })
  const deliveries = await server.service.db.selectFrom('deliveries').selectAll().execute()
  expect([deliveries.length, receiver.received.length]).toEqual([recorded, recorded])

  const { body: recipients } = await server.api('GET', `/campaigns/${id}/recipients`)
  expect(recipients).toMatchObject([{ opens: 300, clicks: 0, status: 'opened' }])
  const { body: dashboard } = await server.api('GET', '/dashboard')
  expect(JSON.stringify(dashboard)).toContain('"opens":300')
  const { series } = await stats(id)
  expect(series.reduce((sum: number, { opens }: { opens: number }) => sum + opens, 0)).toBe(300)
  expect(await storedCounts(server.service.db)).toEqual(await recount(server.service.db))
})

test('the opens of the next day are recorded again', async () => {
  const { id, pixel } = await deliver()
  await flood(pixel, 40)
  await counted(id, { opens: 40 })
  clock.advance(dayMs)
  await flood(pixel, 3)
  await waitFor(async () => {
    clock.advance(200)
    return (await rowsOf('engagements')).length === recorded + 3
  })
})

test('a flood of one link leaves the first click of every other link recorded', async () => {
  const { id, links } = await deliver()
  await flood(links[0] ?? '', 60)
  await counted(id, { clicks: 60, unique_clicks: 1 })
  clock.advance(hourMs)
  await flood(links[1] ?? '', 20)
  await counted(id, { clicks: 80, unique_clicks: 1, machine_clicks: 0 })
  expect((await rowsOf('engagements')).length).toBe(recorded + 1)
  const { body } = await server.api('GET', `/campaigns/${id}/links`)
  expect(body.slice(0, 3)).toMatchObject([
    { clicks: 60, unique_clicks: 1, machine_clicks: 0 },
    { clicks: 20, unique_clicks: 1, machine_clicks: 0 },
    { clicks: 0, unique_clicks: 0 },
  ])
})

test('a flood of machines does not hide the open of a person', async () => {
  const { id, pixel } = await deliver()
  await flood(pixel, 60, 'curl/8.0')
  await counted(id, { machine_opens: 60, opens: 0 })
  await flood(pixel, 1)
  await counted(id, { machine_opens: 60, opens: 1, unique_opens: 1 })
  expect((await rowsOf('engagements')).length).toBe(recorded + 1)
  expect(await opensAmong()).toBe(1)
})

test('a burst over the links in a flood counts as a machine', async () => {
  const { id, links } = await deliver()
  await Promise.all(links.slice(0, 3).map((link) => flood(link, 30)))
  await counted(id, { machine_clicks: 90, clicks: 0, unique_clicks: 0 })
  expect((await rowsOf('engagements')).length).toBeLessThanOrEqual(2 * recorded + 3)
})

test('several processes together record no more than one', async () => {
  const { id } = await deliver()
  const { id: recipient } = await server.service.db
    .selectFrom('recipients')
    .select('id')
    .executeTakeFirstOrThrow()
  for (let process = 0; process < 4; process++) {
    const visits = createVisitBuffer(server.service)
    const visit = {
      kind: 'open',
      campaign: id,
      recipient,
      link: undefined,
      isMachineAgent: false,
    } as const
    for (let n = 0; n < 50; n++) visits.add({ ...visit, at: clock.now() })
    await visits.stop()
  }
  expect(await stats(id)).toMatchObject({ opens: 200, unique_opens: 1 })
  expect((await rowsOf('engagements')).length).toBe(recorded)
})

test('a flood of one conversion pixel records a bounded number of conversions', async () => {
  const { id, links } = await deliver()
  const { headers } = await server.request('GET', links[4] ?? '')
  const token = new URL(headers.get('location') ?? '').searchParams.get('c')
  for (let n = 0; n < 60; n++) await flood(`/v/${token}?name=sale&event_id=${n}&value=1`, 1)
  const { conversions } = await stats(id)
  expect(conversions).toBeGreaterThan(0)
  expect(conversions).toBeLessThanOrEqual(20)
})
