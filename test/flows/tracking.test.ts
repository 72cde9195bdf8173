import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '../../src/service/database/connect.ts'
import type { Executor } from '../../src/service/database/dialect.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { newFolder } from '../support/folder.ts'
import { forge } from '../support/forge.ts'
import { parseMessage, type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { type StartOptions, startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const browser =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15'
const minuteMs = 60_000

let sink: Sink
let server: TestService
let clock: ReturnType<typeof testClock>
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const fourLinks = ['a', 'b', 'c', 'd']
  .map((name) => `<a href="https://tienda.example/${name}?q=1&amp;r=2">${name}</a>`)
  .join(' ')

interface DeliveredMessage {
  pixel: string
  links: string[]
}

/** Sends a tracked campaign and returns the tracking URLs that each recipient got. */
async function deliver(
  people: Parameters<typeof addList>[1],
  more: object = {},
  options: StartOptions = {},
): Promise<{ id: number; mail: DeliveredMessage[] }> {
  clock = testClock()
  sink = await startSink()
  open.push(() => sink.stop())
  server = await startService({
    clock,
    workers: true,
    ...options,
    settings: { smtpUrl: sink.url, machineWindowMs: 10_000, ...options.settings },
  })
  open.push(() => server.close())
  await addSender(server)
  const list = await addList(server, people)
  const campaign = campaignOf(list, {
    html: `<p>Hola</p>${fourLinks}`,
    track_reads: true,
    track_links: true,
    ...more,
  })
  const { id } = (await server.api('POST', '/campaigns', campaign)).body
  await untilStatus(server, id, 'sent')
  const mail = await Promise.all(
    sink.messages().map(async ({ raw }) => {
      const html = (await parseMessage(raw)).html ?? ''
      return {
        pixel: pathIn(html, /src="([^"]+\/o\/[^"]+)"/),
        links: [...html.matchAll(/href="([^"]+\/c\/[^"]+)"/g)].map(([, url]) => pathOf(url)),
      }
    }),
  )
  return { id, mail }
}

const pathIn = (html: string, pattern: RegExp) => pathOf(pattern.exec(html)?.[1])
const pathOf = (url = '') => new URL(url).pathname

const visit = (path: string, agent = browser, headers: Record<string, string> = {}) =>
  server.request('GET', path, undefined, { 'user-agent': agent, ...headers })

const stats = async (id: number) => (await server.api('GET', `/campaigns/${id}/stats`)).body

/** Waits until the visits are stored. Advances the clock, because they are stored after a delay. */
async function counted(id: number, expected: object): Promise<void> {
  await waitFor(async () => {
    clock.advance(50)
    const body = await stats(id)
    return Object.entries(expected).every(([name, value]) => body[name] === value)
  })
}

test('the pixel is not cached, and opens of people are counted', async () => {
  const { id, mail } = await deliver(['ana@correo.example', 'eva@correo.example'])
  clock.advance(minuteMs)
  const [ana, eva] = mail
  const response = await visit(ana?.pixel ?? '')
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/gif'])
  expect(response.headers.get('cache-control')).toBe('no-store')
  await visit(ana?.pixel ?? '')
  await visit(eva?.pixel ?? '')
  await counted(id, { opens: 3, unique_opens: 2, machine_opens: 0, open_rate: 1 })
  const { series } = await stats(id)
  expect(series).toEqual([
    { at: '2027-03-01T09:00:00.000Z', sent: 2, opens: 3, clicks: 0, bounces: 0 },
  ])
})

test('a link leads to its original target, and the click is counted', async () => {
  const { id, mail } = await deliver(['ana@correo.example'])
  clock.advance(minuteMs)
  const response = await visit(mail[0]?.links[1] ?? '')
  expect([response.status, response.headers.get('location')]).toEqual([
    302,
    'https://tienda.example/b?q=1&r=2',
  ])
  await counted(id, { clicks: 1, unique_clicks: 1, click_rate: 1, machine_clicks: 0 })
  const contact = await server.service.db.selectFrom('contacts').selectAll().executeTakeFirst()
  expect(contact?.last_click_at).toBeGreaterThan(0)
})

test('visits within seconds of delivery or from a scanner count as machines', async () => {
  const { id, mail } = await deliver(['ana@correo.example'])
  const [ana] = mail
  await visit(ana?.pixel ?? '')
  clock.advance(minuteMs)
  await visit(ana?.pixel ?? '', 'Mozilla/5.0')
  await visit(ana?.links[0] ?? '', 'Barracuda Sentinel')
  await counted(id, { machine_opens: 2, machine_clicks: 1, opens: 0, clicks: 0, open_rate: 0 })
  const recipient = await server.service.db.selectFrom('recipients').selectAll().executeTakeFirst()
  expect([recipient?.opened_at, recipient?.clicked_at]).toEqual([null, null])
})

test('three links at once mark a machine, from the first click on', async () => {
  const { id, mail } = await deliver(['ana@correo.example'])
  clock.advance(minuteMs)
  const links = mail[0]?.links ?? []
  await visit(links[0] ?? '')
  await counted(id, { clicks: 1 })
  await visit(links[1] ?? '')
  await visit(links[2] ?? '')
  await counted(id, { clicks: 0, unique_clicks: 0, machine_clicks: 3 })
  const contact = await server.service.db.selectFrom('contacts').selectAll().executeTakeFirst()
  expect(contact?.last_click_at).toBeNull()
})

test('HEAD requests and prefetches count nothing and are still answered', async () => {
  const { id, mail } = await deliver(['ana@correo.example'])
  clock.advance(minuteMs)
  const [ana] = mail
  const agent = { 'user-agent': browser }
  expect((await server.request('HEAD', ana?.pixel ?? '', undefined, agent)).status).toBe(200)
  expect((await server.request('HEAD', ana?.links[0] ?? '', undefined, agent)).status).toBe(302)
  expect((await visit(ana?.links[0] ?? '', browser, { 'sec-purpose': 'prefetch' })).status).toBe(
    302,
  )
  await visit(ana?.pixel ?? '')
  await counted(id, { opens: 1, clicks: 0, machine_opens: 0, machine_clicks: 0 })
})

test('an invalid token shows the pixel, redirects nowhere, and counts nothing', async () => {
  const { id, mail } = await deliver(['ana@correo.example'])
  clock.advance(minuteMs)
  const pixel = mail[0]?.pixel ?? ''
  expect((await visit(forge(pixel))).status).toBe(200)
  expect((await visit('/c/nothing')).status).toBe(404)
  // An open token is not valid for a click.
  expect((await visit(pixel.replace('/o/', '/c/'))).status).toBe(404)
  await visit(pixel)
  await counted(id, { opens: 1, clicks: 0 })
})

test('a link with a merge tag leads to the contact’s own target, with campaign tags', async () => {
  const { mail } = await deliver(
    [{ email: 'ana@correo.example', nombre: 'Ana', fields: { ciudad: 'Cádiz' } }],
    {
      html: '<a href="https://tienda.example/{{ ciudad | downcase | url_encode }}?n={{ nombre }}">Ver</a>',
      utm: { source: 'boletin' },
    },
  )
  const { headers } = await visit(mail[0]?.links[0] ?? '')
  expect(headers.get('location')).toBe('https://tienda.example/c%C3%A1diz?n=Ana&utm_source=boletin')
})

test('a field value cannot turn a link into a script', async () => {
  const { mail } = await deliver(
    [{ email: 'ana@correo.example', fields: { web: 'javascript:alert(1)//' } }],
    { html: '<a href="{{ web }}">Mi web</a>' },
  )
  expect((await visit(mail[0]?.links[0] ?? '')).status).toBe(404)
})

test('each open by a person is an event with campaign and contact', async () => {
  const { id, mail } = await deliver(['ana@correo.example'])
  clock.advance(minuteMs)
  await visit(mail[0]?.pixel ?? '')
  await visit(mail[0]?.pixel ?? '', 'curl/8.0')
  await counted(id, { opens: 1, machine_opens: 1 })
  const events = await server.service.db
    .selectFrom('events')
    .selectAll()
    .where('type', '=', 'contact.open')
    .execute()
  const { id: contact } = await server.service.db
    .selectFrom('contacts')
    .select('id')
    .executeTakeFirstOrThrow()
  expect(events.map(({ payload }) => JSON.parse(payload))).toEqual([
    {
      campaign_id: id,
      contact_id: contact,
      opened_at: expect.stringMatching(/^2027-03-01T09:01:.*Z$/),
    },
  ])
})

test('visits just before shutdown are written when the service stops', async () => {
  const file = join(newFolder(), 'remite.db')
  const { mail } = await deliver(['ana@correo.example'], {}, { file })
  clock.advance(minuteMs)
  await visit(mail[0]?.pixel ?? '')
  const written = (db: Executor) => db.selectFrom('engagements').select('kind').execute()
  expect(await written(server.service.db)).toEqual([])
  await open.pop()?.()
  const { db, close } = await openDatabase(file)
  expect(await written(db)).toEqual([{ kind: 'open' }])
  await close()
})

test('links of a delivered message work after its campaign was deleted', async () => {
  const { id, mail } = await deliver(['ana@correo.example'])
  await server.api('DELETE', `/campaigns/${id}`)
  const { headers } = await visit(mail[0]?.links[0] ?? '')
  expect(headers.get('location')).toBe('https://tienda.example/a?q=1&r=2')
})
