import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dialectOf } from '../../src/service/database/dialect.ts'
import { startWorkers } from '../../src/service/workers.ts'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { type Answer, startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let sink: Sink
let server: TestService
beforeAll(async () => {
  sink = await startSink()
  server = await startService({ workers: true, settings: { smtpUrl: sink.url } })
  await addSender(server)
})
afterAll(async () => {
  await server.close()
  await sink.stop()
})

type Told = Answer<unknown>

const atOnce = <T>(count: number, run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => run(n)))

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  server.api('POST', path, body, headers)

const people = (count: number, prefix = 'p') =>
  Array.from({ length: count }, (_, n) => ({ email: `${prefix}${n}@correo.example` }))

const newList = async (name: string): Promise<number> => (await post('/lists', { name })).body.id

const contactsOf = async (list: number): Promise<number> =>
  (await server.api('GET', `/lists/${list}/contacts?limit=500`)).body.length

const statuses = (answers: readonly Told[]) => answers.map(({ status }) => status)
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

test('a contact written by many requests at once is created once', async () => {
  const list = await newList('Many writers')
  const answers = await atOnce(12, (n) =>
    post(`/lists/${list}/contacts`, {
      contacts: [
        { email: n % 2 ? 'Ana@correo.example' : 'ana@correo.example', nombre: `Ana ${n}` },
      ],
      tags: ['vip'],
    }),
  )
  expect(new Set(statuses(answers))).toEqual(new Set([200]))
  expect(sum(answers.map(({ body }) => body.created))).toBe(1)
  expect(sum(answers.map(({ body }) => body.updated))).toBe(11)
  expect(await contactsOf(list)).toBe(1)
})

test('batches of the same contacts in opposite order all succeed', async () => {
  const list = await newList('Crossing')
  const contacts = people(400).map((person) => ({ ...person, tags: ['a', 'b'] }))
  const answers = await atOnce(8, (n) =>
    post(`/lists/${list}/contacts`, { contacts: n % 2 ? contacts : [...contacts].reverse() }),
  )
  expect(new Set(statuses(answers))).toEqual(new Set([200]))
  expect(sum(answers.map(({ body }) => body.created))).toBe(400)
  expect(await contactsOf(list)).toBe(400)
})

test('the contact limit is exact under concurrency', async () => {
  const other = await server.other()
  await server.service.db
    .updateTable('accounts')
    .set({ contacts_max: 25 })
    .where('id', '=', other.id)
    .execute()
  const { id: list } = (await other.api('POST', '/lists', { name: 'Small' })).body
  const answers = await atOnce(20, (n) =>
    other.api('POST', `/lists/${list}/contacts`, { contacts: people(3, `n${n}-`) }),
  )
  expect((await other.api('GET', `/lists/${list}/contacts`)).body).toHaveLength(24)
  expect(statuses(answers).filter((status) => status === 200)).toHaveLength(8)
  expect(
    new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)),
  ).toEqual(new Set(['quota_exceeded']))
})

test('of several concurrent creations of one field, one succeeds', async () => {
  const list = await newList('Fields')
  const answers = await atOnce(6, () =>
    post(`/lists/${list}/fields`, { name: 'Ciudad', type: 'text' }),
  )
  expect(statuses(answers).sort()).toEqual([200, 409, 409, 409, 409, 409])
  expect((await server.api('GET', `/lists/${list}/fields`)).body).toHaveLength(1)
})

test('of concurrent edits of a version one wins, and the others are told', async () => {
  const list = await addList(server, ['ana@correo.example'])
  const { id } = (await post('/campaigns', campaignOf(list, { draft: true }))).body
  const { headers } = await server.api('GET', `/campaigns/${id}`)
  const answers = await atOnce(8, (n) =>
    server.api(
      'PUT',
      `/campaigns/${id}`,
      { asunto: `Asunto ${n}` },
      {
        'if-match': headers.get('etag') ?? '',
      },
    ),
  )
  const winners = [...answers.keys()].filter((n) => answers[n]?.status === 200)
  expect(winners).toHaveLength(1)
  expect(new Set(statuses(answers))).toEqual(new Set([200, 412]))
  expect((await server.api('GET', `/campaigns/${id}`)).body.asunto).toBe(`Asunto ${winners[0]}`)
})

test('a campaign sent by many requests at once is queued once with one audience', async () => {
  const addresses = people(60, 'once').map(({ email }) => email)
  const list = await addList(server, addresses)
  const subject = 'Sent by many'
  const { id } = (await post('/campaigns', campaignOf(list, { draft: true, asunto: subject }))).body
  const answers = await atOnce(10, () => server.api('PUT', `/campaigns/${id}/send`))
  // A request that comes after the end is refused.
  expect(statuses(answers).filter((status) => status !== 200 && status !== 409)).toEqual([])
  expect(statuses(answers)).toContain(200)
  expect(await untilStatus(server, id, 'sent')).toMatchObject({ recipients: 60, sent: 60 })
  const arrived = sink.messages().map(({ to }) => to[0] ?? '')
  expect(arrived.filter((to) => to.startsWith('once')).sort()).toEqual([...addresses].sort())
})

test('of a concurrent send and delete either wins, and the other is refused', async () => {
  const list = await addList(server, ['deleted@correo.example'])
  const winners = new Set<string>()
  for (let round = 0; round < 10 || winners.size < 2; round++) {
    expect(round, `only ${[...winners]} wins`).toBeLessThan(200)
    const { id } = (await post('/campaigns', campaignOf(list, { draft: true }))).body
    const send = () => server.api('PUT', `/campaigns/${id}/send`)
    const remove = () => server.api('DELETE', `/campaigns/${id}`)
    // If one side always wins, the other gets an ever larger head start.
    const start = () => sleep(Math.max(round - 10, 0))
    const [sent, deleted] =
      round % 2
        ? await Promise.all([send(), start().then(remove)])
        : (await Promise.all([remove(), start().then(send)])).reverse()
    const { status } = await server.api('GET', `/campaigns/${id}`)
    winners.add(status === 404 ? 'delete' : 'send')
    expect([sent?.status, deleted?.status]).toEqual(status === 404 ? [404, 200] : [200, 409])
  }
})

test('concurrent requests with one key act once', async () => {
  const list = await addList(server, ['key@correo.example'])
  const campaign = campaignOf(list, { camp_name: 'With a key' })
  const answers = await atOnce(12, () =>
    post('/campaigns', campaign, { 'idempotency-key': 'race' }),
  )
  const done = answers.filter(({ status }) => status === 200)
  const first = done.filter(({ headers }) => headers.get('idempotency-replayed') === null)
  expect(first).toHaveLength(1)
  for (const { body } of done) expect(body).toEqual(first[0]?.body)
  for (const { status, body } of answers) {
    if (status !== 200) expect([status, body.code]).toEqual([409, 'idempotency_in_flight'])
  }
  expect((await server.api('GET', '/campaigns?q=With a key')).body).toHaveLength(1)
})

test('passwords can be tried ten times, however many requests run at once', async () => {
  const answers = await atOnce(25, () =>
    post('/auth/getToken', { username: 'nadie', pass: 'no' }, { authorization: '' }),
  )
  expect(statuses(answers).filter((status) => status === 401)).toHaveLength(10)
  expect(statuses(answers).filter((status) => status === 429)).toHaveLength(15)
})

test('a sender added many times at once is created once and mailed one code', async () => {
  const sender = { from_name: 'Ana', from_mail: 'ana@nueva.example' }
  const answers = await atOnce(6, () => post('/senders', sender))
  expect(new Set(statuses(answers))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  const mails = await server.service.db
    .selectFrom('messages')
    .select('id')
    .where('to_mail', '=', sender.from_mail)
    .execute()
  expect(mails).toHaveLength(1)
})

test('several sets of workers on one database deliver each message once', async ({ skip }) => {
  skip(dialectOf(server.service.db).isOneProcess, 'an SQLite file belongs to one process')
  const addresses = people(1500, 'shared').map(({ email }) => email)
  const list = await addList(server, addresses)
  const others = Array.from({ length: 4 }, () => startWorkers(server.service))
  try {
    const { id } = (await post('/campaigns', campaignOf(list))).body
    let connections = 0
    await waitFor(async () => {
      connections = Math.max(connections, sink.connections())
      for (const { wake } of others) wake()
      return (await server.api('GET', `/campaigns/${id}`)).body.status === 'sent'
    }, 20_000)
    expect(connections).toBeGreaterThan(server.service.settings.smtpConnections)
    const arrived = sink.messages().map(({ to }) => to[0] ?? '')
    expect(arrived.filter((to) => to.startsWith('shared')).sort()).toEqual([...addresses].sort())
    const stats = (await server.api('GET', `/campaigns/${id}/stats`)).body
    expect(stats).toMatchObject({ recipients: 1500, sent: 1500, uncertain: 0, failed: 0 })
  } finally {
    await Promise.all(others.map(({ stop }) => stop()))
  }
})
