import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '../../src/service/database/connect.ts'
import { maxSubmitting } from '../../src/service/delivery/pacing/max-submitting.ts'
import { startWorkers } from '../../src/service/workers.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { setContactStatus } from '../support/database/contact-rows.ts'
import { countState } from '../support/database/queue.ts'
import { newFolder } from '../support/folder.ts'
import {
  parseMessage,
  type Sink,
  type SinkBehaviour,
  startSink,
} from '../support/mail/smtp-sink.ts'
import { type StartOptions, startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let sink: Sink
let server: TestService
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function start(behaviour: SinkBehaviour = {}, options: StartOptions = {}) {
  sink = await startSink(behaviour)
  open.push(() => sink.stop())
  server = await startService({
    workers: true,
    ...options,
    settings: { smtpUrl: sink.url, ...options.settings },
  })
  open.push(() => server.close())
  await addSender(server)
}

const people = (count: number, prefix = 'p') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}@correo.example`)

const send = async (list: number | number[], more: object = {}): Promise<number> => {
  const { status, body } = await server.api('POST', '/campaigns', campaignOf(list, more))
  expect([status, body.status]).toEqual([200, 'queued'])
  return body.id
}

const recipients = () => sink.messages().map(({ to }) => to[0])

test('a campaign is sent to every contact once, and the states add up to its audience', async () => {
  await start()
  const list = await addList(server, people(300))
  const stats = await untilStatus(server, await send(list), 'sent')
  expect(recipients().sort()).toEqual(people(300).sort())
  expect(stats).toMatchObject({ recipients: 300, sent: 300, failed: 0, pending: 0, uncertain: 0 })
  const [row] = (await server.api('GET', '/campaigns')).body
  expect(row).toMatchObject({ status: 'sent', recipients: 300, sent: 300, failed: 0 })
})

test.each<[string, SinkBehaviour]>([
  ['takes them', {}],
  ['refuses some and goes on', { refuse: '7@' }],
  ['hangs up between two', { hangUpAfter: 2 }],
  ['breaks off in the middle', { drop: 'in-data' }],
  ['speaks TLS', { startTls: true, pipelining: true }],
])('whatever a message is written over, it is of nobody else: a relay that %s', async (_, how) => {
  await start(how)
  const names = people(120).map((email, index) => ({ email, nombre: 'ñ'.repeat(index % 7) }))
  const list = await addList(server, names)
  // Messages of a few or a thousand lines, because the scratch buffer of a long message is reused for
  // short ones.
  const html =
    '{% for word in (1..12) %}<p>{{ email }}</p>{% if nombre == "" %}{{ long }}{% endif %}{% endfor %}'
  const long = '<p>{{ email }}, sí</p>'.repeat(90)
  const campaign = await send(list, { html: html.replace('{{ long }}', long), text: '{{ email }}' })
  await waitFor(async () => {
    const { body } = await server.api('GET', `/campaigns/${campaign}/stats`)
    return body.sent + body.failed + body.uncertain === 120
  })
  for (const { to, raw } of sink.messages()) {
    const { text = '', html: shown = '' } = await parseMessage(raw)
    const addresses = `${text} ${shown}`.match(/p\d+@correo\.example/g) ?? []
    expect(new Set(addresses)).toEqual(new Set(to))
    expect([13, 13 + 12 * 90]).toContain(addresses.length)
  }
})

test('a person on two lists gets one message, through the list named first', async () => {
  await start()
  const first = await addList(server, ['Ana@correo.example', 'eva@correo.example'], 'Primera')
  const second = await addList(server, ['ana@correo.example', 'leo@correo.example'], 'Segunda')
  const stats = await untilStatus(server, await send([second, first]), 'sent')
  expect(stats.recipients).toBe(3)
  expect(recipients().sort()).toEqual([
    'ana@correo.example',
    'eva@correo.example',
    'leo@correo.example',
  ])
  const ana = sink.messages().find(({ to }) => to[0] === 'ana@correo.example')
  const { headers } = await parseMessage(ana?.raw ?? Buffer.alloc(0))
  expect(headers.find(({ key }) => key === 'list-id')?.value).toContain('Segunda')
})

test('unsubscribed, complained, suppressed and excluded contacts get nothing', async () => {
  await start()
  const list = await addList(server, people(6))
  const excluded = await addList(server, ['P5@correo.example'])
  const { db } = server.service
  for (const [index, status] of ['unsubscribed', 'complained'].entries()) {
    await setContactStatus(db, status, sql`email = ${`p${index}@correo.example`}`)
  }
  for (const [address, onList] of [
    ['p2@correo.example', 0],
    ['p3@correo.example', list],
    ['p4@correo.example', list + 1000],
  ] as const) {
    await db
      .insertInto('suppressions')
      .values({
        account_id: server.accountId,
        list_id: onList,
        email_key: address,
        email: address,
        type: 'manual',
        reason: '',
        campaign_id: null,
        created_at: 0,
      })
      .execute()
  }
  const id = await send(list, { exclude_list_id: [excluded] })
  expect((await untilStatus(server, id, 'sent')).recipients).toBe(1)
  // The address is suppressed only on another list.
  expect(recipients()).toEqual(['p4@correo.example'])
})

test('a contact suppressed after the audience was fixed is cancelled and not mailed', async () => {
  const clock = testClock()
  await start({ greylist: true }, { clock })
  const list = await addList(server, people(2))
  const id = await send(list)
  await waitFor(async () => (await server.api('GET', `/campaigns/${id}/stats`)).body.deferred === 2)
  await setContactStatus(server.service.db, 'unsubscribed', sql`email = 'p0@correo.example'`)
  clock.advance(5 * 60_000)
  const stats = await untilStatus(server, id, 'sent')
  expect(stats).toMatchObject({ recipients: 2, sent: 1, cancelled: 1 })
  expect(recipients()).toEqual(['p1@correo.example'])
})

test('an address refused by the relay fails and is not retried', async () => {
  await start({ refuse: '^p1@' })
  const stats = await untilStatus(server, await send(await addList(server, people(3))), 'sent')
  expect(stats).toMatchObject({ recipients: 3, sent: 2, failed: 1 })
  const failed = await server.service.db
    .selectFrom('recipients')
    .select(['attempts', 'response'])
    .where('state', '=', 'failed')
    .execute()
  expect(failed).toEqual([{ attempts: 1, response: '550 5.1.1 No such user' }])
})

test('a greylisted message is retried after five minutes', async () => {
  const clock = testClock()
  await start({ greylist: true }, { clock })
  const id = await send(await addList(server, people(4)))
  const stats = async () => (await server.api('GET', `/campaigns/${id}/stats`)).body
  await waitFor(async () => (await stats()).deferred === 4)
  clock.advance(4 * 60_000)
  server.service.wake()
  expect((await stats()).status).toBe('sending')
  expect(recipients()).toEqual([])
  clock.advance(60_000)
  expect(await untilStatus(server, id, 'sent')).toMatchObject({ sent: 4, deferred: 0 })
})

test('a message whose answer was lost is uncertain and is not sent again', async () => {
  const clock = testClock()
  await start({ drop: 'after-data' }, { clock })
  const id = await send(await addList(server, people(3)))
  const stats = await untilStatus(server, id, 'sent')
  expect(stats).toMatchObject({ recipients: 3, sent: 0, uncertain: 3 })
  clock.advance(72 * 3_600_000)
  server.service.wake()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(recipients()).toHaveLength(3)
})

test('without a relay no attempt is counted, and everything is sent once it is back', async () => {
  const clock = testClock()
  await start({}, { clock })
  await sink.stop()
  const id = await send(await addList(server, people(20)))
  const attempts = () =>
    server.service.db
      .selectFrom('recipients')
      .select(['state', 'attempts', 'response'])
      .where('response', 'is not', null)
      .execute()
  await waitFor(async () => (await attempts()).length > 0)
  expect(new Set((await attempts()).map((row) => `${row.state} ${row.attempts}`))).toEqual(
    new Set(['pending 0']),
  )
  const back = await startSink({}, sink.port)
  open.push(() => back.stop())
  await waitFor(async () => {
    clock.advance(10_000)
    return (await server.api('GET', `/campaigns/${id}`)).body.status === 'sent'
  })
  expect(back.messages()).toHaveLength(20)
})

test('a message names its recipient and carries unsubscribe and tracking links', async () => {
  await start()
  const list = await addList(
    server,
    [{ email: 'ana@correo.example', nombre: 'Ana <3', fields: { ciudad: 'Cádiz' } }],
    'Socios',
  )
  const id = await send(list, {
    asunto: 'Hola {{ nombre | upcase }}',
    preheader: 'Solo en {{ ciudad }}',
    html: '<body><p>{{ nombre }} de {{ ciudad }}</p><a href="https://tienda.example/?c={{ ciudad }}">Ver</a></body>',
    reply_to: 'ayuda@tienda.example',
    track_reads: true,
    track_links: '1',
  })
  await untilStatus(server, id, 'sent')
  const [message] = sink.messages()
  const mail = await parseMessage(message?.raw ?? Buffer.alloc(0))
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  expect(mail.subject).toBe('Hola ANA <3')
  expect(mail.from).toMatchObject({ name: 'Tienda', address: 'hola@tienda.example' })
  expect(mail.to).toMatchObject([{ name: 'Ana <3', address: 'ana@correo.example' }])
  expect(mail.replyTo).toMatchObject([{ address: 'ayuda@tienda.example' }])
  expect(mail.html).toContain('<p>Ana &lt;3 de Cádiz</p>')
  expect(mail.html).toContain('Solo en Cádiz</div><p>')
  expect(mail.html).toMatch(new RegExp(`<a href="${server.origin}/c/[\\w-]+">Ver</a>`))
  expect(mail.html).toMatch(new RegExp(`<img src="${server.origin}/o/[\\w-]+"`))
  expect(mail.html).toMatch(new RegExp(`<a href="${server.origin}/u/[\\w-]+">Unsubscribe</a>`))
  expect(mail.text).toContain('Ana <3 de Cádiz')
  expect(mail.text).toContain(`${server.origin}/u/`)
  expect(header('list-unsubscribe')).toMatch(new RegExp(`^<${server.origin}/u/[\\w-]+>$`))
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(header('list-id')).toMatch(/^Socios <public\d+\.mail\.example>$/)
  expect(header('feedback-id')).toBe(`${id}:${server.accountId}:campaign:remite`)
  expect(message?.from).toMatch(/^b-[0-9a-f]+@mail\.example$/)
})

test('campaign tags are added to its links, tracked or not', async () => {
  await start()
  const list = await addList(server, ['ana@correo.example'])
  const id = await send(list, {
    html: '<a href="https://tienda.example/?a=1&amp;b=2#x">Ver</a>{{ unsubscribe_url }}',
    utm: { source: 'boletín', utm_medium: 'email' },
  })
  await untilStatus(server, id, 'sent')
  const { html } = await parseMessage(sink.messages()[0]?.raw ?? Buffer.alloc(0))
  expect(html).toContain(
    'href="https://tienda.example/?a=1&amp;b=2&amp;utm_source=bolet%C3%ADn&amp;utm_medium=email#x"',
  )
})

test('campaign.sent is written when the campaign ends and gets the next number', async () => {
  await start()
  const list = await addList(server, people(2))
  const ids = [await send(list), await send(list)]
  for (const id of ids) await untilStatus(server, id, 'sent')
  const events = () =>
    server.service.db
      .selectFrom('events')
      .select(['seq', 'type', 'payload'])
      .where('seq', 'is not', null)
      .orderBy('seq')
      .execute()
  await waitFor(async () => (await events()).length === 2)
  const found = await events()
  expect(found.map(({ seq, type }) => [seq, type])).toEqual([
    [1, 'campaign.sent'],
    [2, 'campaign.sent'],
  ])
  const payloads = found.map(({ payload }) => JSON.parse(payload))
  expect(payloads.map(({ campaign_id }) => campaign_id).sort()).toEqual(ids.sort())
  expect(payloads[0]).toMatchObject({ recipients: 2, sent_at: expect.stringMatching(/Z$/) })
})

test('a large campaign does not delay a small one', async () => {
  await start({}, { settings: { smtpConnections: 1 } })
  const large = await send(await addList(server, people(1500)))
  const small = await send(await addList(server, people(2, 'q')))
  await untilStatus(server, small, 'sent')
  expect((await server.api('GET', `/campaigns/${large}`)).body.status).toBe('sending')
})

test('an unexpected number of recipients pauses the campaign before anyone is mailed', async () => {
  await start()
  const list = await addList(server, people(3))
  const id = await send(list, { expect_recipients: { min: 1, max: 2 } })
  const stats = await untilStatus(server, id, 'paused')
  expect(stats).toMatchObject({ recipients: 3, sent: 0, pending: 3 })
  expect((await server.api('GET', `/campaigns/${id}`)).body.reason).toBe('drift')
  expect(recipients()).toEqual([])
})

test('a campaign fails when its audience is empty at its time', async () => {
  const clock = testClock()
  await start({}, { clock })
  const list = await addList(server, people(1))
  const { body } = await server.api(
    'POST',
    '/campaigns',
    campaignOf(list, { scheduled_at: '2027-03-01T10:00:00Z' }),
  )
  await setContactStatus(server.service.db, 'unsubscribed')
  clock.advance(3_600_000)
  await untilStatus(server, body.id, 'failed')
})

test('a scheduled campaign starts on time; one that is hours late waits for a user', async () => {
  const clock = testClock()
  await start({}, { clock })
  const list = await addList(server, people(1))
  const schedule = async (at: string) =>
    (await server.api('POST', '/campaigns', campaignOf(list, { scheduled_at: at }))).body
  const ten = await schedule('2027-03-01T11:00:00+01:00')
  const noon = await schedule('2027-03-01T12:00:00Z')
  expect(ten.status).toBe('scheduled')
  clock.advance(3_599_000)
  expect(recipients()).toEqual([])
  clock.advance(1000)
  await untilStatus(server, ten.id, 'sent')
  clock.advance(9 * 3_600_000)
  await untilStatus(server, noon.id, 'paused')
  expect((await server.api('GET', `/campaigns/${noon.id}`)).body.reason).toBe('late')
  expect(recipients()).toHaveLength(1)
})

test('two dispatchers on one database share a campaign, and nobody gets it twice', async () => {
  await start()
  const second = startWorkers(server.service)
  open.push(() => second.stop())
  const list = await addList(server, people(600))
  const id = await send(list)
  second.wake()
  const stats = await untilStatus(server, id, 'sent')
  expect(stats).toMatchObject({ recipients: 600, sent: 600 })
  expect(recipients().sort()).toEqual(people(600).sort())
})

test('stopping finishes messages in flight and releases the rest', async () => {
  const file = join(newFolder(), 'remite.db')
  await start({}, { file, settings: { smtpConnections: 2 } })
  await send(await addList(server, people(500)))
  await waitFor(() => recipients().length > 20)
  await open.pop()?.()
  expect(recipients().length).toBeLessThan(500)
  const { db, close } = await openDatabase(file)
  const rows = await db.selectFrom('recipients').select(['address_key', 'state']).execute()
  await close()
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['sent', 'pending']))
  const sent = rows.filter(({ state }) => state === 'sent').map((row) => row.address_key)
  expect(sent.sort()).toEqual(recipients().sort())
})

test('after a crash claimed messages are sent, submitted ones are uncertain, nobody gets two', async () => {
  const file = join(newFolder(), 'remite.db')
  await start({ silent: true }, { file })
  const id = await send(await addList(server, people(100)))
  const lost = maxSubmitting(server.service.settings.smtpConnections)
  await waitFor(async () => (await countState(server.service.db, 'submitting')) === lost)
  // The files at this moment are what a killed process would leave behind.
  const copy = join(newFolder(), 'remite.db')
  for (const part of ['', '-wal']) copyFileSync(file + part, copy + part)
  const relay = await startSink()
  open.push(() => relay.stop())
  const again = await startService({
    workers: true,
    file: copy,
    settings: { smtpUrl: relay.url },
  })
  open.push(() => again.close())
  const stats = await untilStatus(again, id, 'sent')
  expect(stats).toMatchObject({ recipients: 100, sent: 100 - lost, uncertain: lost })
  expect(new Set(relay.messages().map(({ to }) => to[0])).size).toBe(100 - lost)
  // Otherwise the first service would wait for a relay that never replies.
  await sink.stop()
})
