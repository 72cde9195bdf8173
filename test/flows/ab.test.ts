import { afterEach, expect, test } from 'vitest'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import {
  parseMessage,
  type Sink,
  type SinkBehaviour,
  startSink,
} from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const hourMs = 3_600_000
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }

let sink: Sink
let server: TestService
let clock: ReturnType<typeof testClock>
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => `cliente.${index}@correo.example`)

async function start(count: number, behaviour: SinkBehaviour = {}): Promise<number> {
  clock = testClock()
  sink = await startSink(behaviour)
  open.push(() => sink.stop())
  server = await startService({ clock, workers: true, settings: { smtpUrl: sink.url } })
  open.push(() => server.close())
  await addSender(server)
  return addList(server, people(count))
}

const abTest = (more: object = {}) => ({
  variants: [
    { asunto: 'Versión A', html: '<a href="https://tienda.example/a">A</a>' },
    { asunto: 'Versión B', html: '<a href="https://tienda.example/b">B</a>' },
  ],
  share: 40,
  winner: 'click',
  wait_hours: 2,
  ...more,
})

const abCampaign = (list: number, more: object = {}, test: object = {}) =>
  campaignOf(list, { track_reads: 1, track_links: 1, ab_test: abTest(test), ...more })

async function create(list: number, more: object = {}, test: object = {}): Promise<number> {
  const { body } = await server.api('POST', '/campaigns', abCampaign(list, more, test))
  return body.id
}

/** Waits until the sink has `count` messages. Returns the subjects by recipient. */
async function untilReceived(count: number): Promise<Map<string, string>> {
  await waitFor(() => {
    server.service.wake()
    return sink.messages().length >= count
  })
  const got = await Promise.all(
    sink.messages().map(async ({ to: [to = ''], raw }) => {
      const { subject = '' } = await parseMessage(raw)
      return [to, subject] as const
    }),
  )
  expect(new Set(got.map(([to]) => to)).size, 'nobody is mailed twice').toBe(got.length)
  return new Map(got)
}

const countOf = (got: ReadonlyMap<string, string>, subject: string) =>
  [...got.values()].filter((each) => each === subject).length

const stats = async (id: number) => (await server.api('GET', `/campaigns/${id}/stats`)).body

/** Follows the link in the first message with this subject. */
async function click(subject: string): Promise<string> {
  for (const { raw } of sink.messages()) {
    const message = await parseMessage(raw)
    if (message.subject !== subject) continue
    const [, url = ''] = /<a href="([^"]+)"/.exec(message.html ?? '') ?? []
    const { headers } = await fetch(url, { redirect: 'manual', headers: browser })
    return headers.get('location') ?? ''
  }
  throw new Error(`nobody got ${subject}`)
}

async function untilClicked(id: number, clicks: number): Promise<void> {
  await waitFor(async () => {
    clock.advance(250)
    return (await stats(id)).clicks === clicks
  })
}

async function untilDecided(id: number): Promise<void> {
  const { db } = server.service
  await waitFor(async () => {
    server.service.wake()
    const row = db.selectFrom('campaigns').select('ab_decide_at').where('id', '=', id)
    return (await row.executeTakeFirstOrThrow()).ab_decide_at !== null
  })
}

test('part of the audience gets the variants, and the rest get the one with more clicks', async () => {
  const list = await start(30)
  const id = await create(list)
  const first = await untilReceived(12)
  await untilDecided(id)
  expect([countOf(first, 'Versión A'), countOf(first, 'Versión B')]).toEqual([6, 6])
  expect(await stats(id)).toMatchObject({ status: 'ab_testing', sent: 12, pending: 18 })
  clock.advance(60_000)
  expect(await click('Versión B')).toBe('https://tienda.example/b')
  await untilClicked(id, 1)
  server.service.wake()
  expect((await stats(id)).status).toBe('ab_testing')
  clock.advance(2 * hourMs)
  const { ab_test, recipients, sent } = await untilStatus(server, id, 'sent')
  expect([recipients, sent]).toEqual([30, 30])
  expect(ab_test).toMatchObject({
    winner: 'b',
    variants: [
      { variant: 'a', sent: 6, unique_clicks: 0, click_rate: 0 },
      { variant: 'b', sent: 24, unique_clicks: 1, click_rate: 1 / 24 },
    ],
  })
  const shown = await remite(server, clock).with({
    terminal: { columns: 80 },
    env: { NO_COLOR: '1' },
  })(...['campaigns', 'stats', String(id)])
  expect(shown.stdout).toMatch(/Winner\s+b\n/)
  expect(shown.stdout).toMatch(/Variants[\s\S]+\ba\s+6\s+0[\s\S]+\bb\s+24\s+0/)
  const all = await untilReceived(30)
  expect([countOf(all, 'Versión A'), countOf(all, 'Versión B')]).toEqual([6, 24])
})

test('without clicks the first variant wins, and deferred recipients do not delay it', async () => {
  const list = await start(20, { greylist: true })
  const id = await create(list, {}, { winner: 'open', wait_hours: 1 })
  await untilDecided(id)
  expect(await stats(id)).toMatchObject({ sent: 0, deferred: 8, pending: 12 })
  clock.advance(hourMs)
  await waitFor(async () => {
    server.service.wake()
    return (await stats(id)).ab_test.winner === 'a'
  })
})

test('a user chooses the winner, once', async () => {
  const list = await start(10)
  const id = await create(list, {}, { winner: 'manual' })
  await untilReceived(4)
  const cli = remite(server)
  const choose = (variant: string) =>
    cli('campaigns', 'ab-winner', String(id), variant, '--confirm', 'Rebajas', '--json')
  expect((await choose('c')).code).toBe(6)
  clock.advance(10 * hourMs)
  server.service.wake()
  expect((await stats(id)).status).toBe('ab_testing')
  expect((await choose('b')).json()).toMatchObject({ ok: true, status: 'sending' })
  await untilStatus(server, id, 'sent')
  expect(countOf(await untilReceived(10), 'Versión B')).toBe(8)
  const again = await server.api('POST', `/campaigns/${id}/ab-winner`, { variant: 'b' })
  expect(again.body).toEqual({ ok: true, status: 'sent' })
  const second = await choose('a')
  expect([second.code, second.stderr]).toEqual([6, expect.stringContaining('wrong_state')])
})

test('a test of the whole audience is a plain split and ends when everything is sent', async () => {
  const list = await start(10)
  const id = await create(list, {}, { share: 100 })
  const { ab_test } = await untilStatus(server, id, 'sent')
  expect(ab_test).toMatchObject({ winner: null, variants: [{ sent: 5 }, { sent: 5 }] })
  const { body } = await server.api('GET', `/campaigns/${id}/recipients`)
  const variants = body.map(({ variant }: { variant: string }) => variant)
  expect(variants.filter((variant: string) => variant === 'a')).toHaveLength(5)
  expect(variants).not.toContain(null)
})

test('a paused and resumed test continues where it was', async () => {
  const list = await start(20)
  const id = await create(list, {}, { winner: 'manual' })
  await untilReceived(8)
  await server.api('PUT', `/campaigns/${id}/pause`)
  const refused = await server.api('POST', `/campaigns/${id}/ab-winner`, { variant: 'a' })
  expect(refused.body.code).toBe('wrong_state')
  await server.api('PUT', `/campaigns/${id}/resume`)
  await untilStatus(server, id, 'ab_testing')
  await server.api('POST', `/campaigns/${id}/ab-winner`, { variant: 'a' })
  await untilStatus(server, id, 'sent')
  expect(countOf(await untilReceived(20), 'Versión A')).toBe(16)
})

test('cancelling a test leaves the remaining recipients without a message', async () => {
  const list = await start(10)
  const id = await create(list)
  await untilReceived(4)
  await server.api('PUT', `/campaigns/${id}/cancel`)
  await waitFor(async () => {
    server.service.wake()
    return (await stats(id)).cancelled === 6
  })
  clock.advance(10 * hourMs)
  server.service.wake()
  expect(sink.messages()).toHaveLength(4)
})

test('a test is refused when tracking could not decide it or its definition is invalid', async () => {
  const list = await start(2)
  const refusal = async (more: object, test: object = {}) =>
    (await server.api('POST', '/campaigns', abCampaign(list, more, test))).body
  expect((await refusal({ track_links: 0 })).errors).toMatchObject([{ field: 'track_links' }])
  expect((await refusal({ track_reads: 0 }, { winner: 'open' })).errors).toMatchObject([
    { field: 'track_reads' },
  ])
  const broken = { variants: [{}, { asunto: '{{ nombre' }] }
  expect(await refusal({}, broken)).toMatchObject({ code: 'merge_tag_broken' })
  expect((await refusal({}, { variants: [{}] })).code).toBe('invalid')
  expect(sink.messages()).toEqual([])
})

test('a draft gets a test, previews each variant, sends it as a test, and drops it again', async () => {
  const list = await start(2)
  const id = await create(list, { draft: true })
  const get = async () => (await server.api('GET', `/campaigns/${id}`)).body
  expect((await get()).ab_test).toEqual(abTest())
  const preview = async (variant: string) =>
    (await server.api('GET', `/campaigns/${id}/preview?variant=${variant}`)).body
  expect([(await preview('a')).asunto, (await preview('b')).asunto]).toEqual([
    'Versión A',
    'Versión B',
  ])
  expect((await preview('c')).code).toBe('invalid')
  const { body } = await server.api('POST', `/campaigns/${id}/test`, { emails: ['yo@x.example'] })
  expect(body.sent).toBe(2)
  await waitFor(() => sink.messages().length === 2)
  await server.api('PUT', `/campaigns/${id}`, { ab_test: null })
  expect((await get()).ab_test).toBeNull()
  await server.api('PUT', `/campaigns/${id}/send`)
  expect(await untilStatus(server, id, 'sent')).toMatchObject({ ab_test: null, sent: 2 })
})

test('a test is defined in a JSON file', async () => {
  const list = await start(2)
  const cli = remite(server)
  const args = ['--name', 'Prueba', '--subject', 'Hola', '--from-mail', 'hola@tienda.example']
  const { code, stdout } = await cli.with({ stdin: JSON.stringify(abTest()) })(
    ...['campaigns', 'create', ...args, '--list', String(list), '--draft'],
    ...['--ab-test', '-', '--json'],
  )
  expect(code).toBe(0)
  const { body } = await server.api('GET', `/campaigns/${JSON.parse(stdout).id}`)
  expect(body.ab_test).toEqual(abTest())
})

test('a resend to non-openers uses the winning variant', async () => {
  const list = await start(10)
  const id = await create(list, {}, { winner: 'manual' })
  await untilReceived(4)
  await server.api('POST', `/campaigns/${id}/ab-winner`, { variant: 'b' })
  await untilStatus(server, id, 'sent')
  const { body } = await server.api('POST', `/campaigns/${id}/resend`, { to: 'unopened' })
  const again = (await server.api('GET', `/campaigns/${body.id}`)).body
  expect(again).toMatchObject({ asunto: 'Versión B', ab_test: null, status: 'draft' })
})
