import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs } from '../../src/core/time.ts'
import { purge } from '../../src/service/retention/purge.ts'
import { addList } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
const clock = testClock()
let list: number
let round = 0
let ana: string

beforeAll(async () => {
  server = await startService({ clock })
})
beforeEach(async () => {
  ana = `ana${++round}@example.org`
  list = await addList(server, [ana])
})
afterAll(() => server.close())

const send = (body: unknown, headers: Record<string, string> = {}) =>
  server.api('POST', '/events', body, headers)
const eventsOf = async (email: string) =>
  (await server.api('GET', `/events?email=${encodeURIComponent(email)}`)).body

test('an event is recorded with its value and properties, and is in the history of the contact', async () => {
  const properties = {
    total: { amount: 49.9, currency: 'EUR' },
    gift: false,
    items: [{ sku: 'A-1', price: 20 }, { sku: 'B-2' }],
    coupon: null,
  }
  const sent = await send({
    ...{ name: 'purchase', email: ana.toUpperCase(), at: '2027-02-27T10:00:00+01:00' },
    ...{ value: 49.9, currency: 'EUR', properties },
  })
  expect(sent.body).toEqual({ ok: true, id: expect.any(Number), duplicate: false })
  expect(await eventsOf(ana)).toEqual([
    {
      ...{ id: sent.body.id, name: 'purchase', email: ana, at: '2027-02-27T09:00:00.000Z' },
      ...{ value: 49.9, currency: 'EUR', properties, campaign_id: null },
      cursor: expect.any(String),
    },
  ])
  const path = `/lists/${list}/contacts/${ana}`
  const { body: history } = await server.api('GET', `${path}/history?type=event`)
  expect(history).toEqual([
    { type: 'event', at: '2027-02-27T09:00:00.000Z', campaign_id: null, detail: 'purchase' },
  ])
  const { body: exported } = await server.api('GET', `${path}?export=gdpr`)
  expect(exported.events).toMatchObject([{ name: 'purchase', properties }])
})

test('the first value of a property fixes its type, and others are refused by name', async () => {
  const name = `typed ${round}`
  const first = { total: 30, when: '2027-03-01', note: 'x', items: [{ price: 1 }] }
  expect((await send({ name, email: ana, properties: first })).status).toBe(200)
  for (const [properties, field, expected, given] of [
    [{ total: '30' }, 'total', 'number', 'text'],
    [{ when: 'soon' }, 'when', 'date', 'text'],
    [{ note: 3 }, 'note', 'text', 'number'],
    [{ items: 'x' }, 'items', 'list', 'text'],
    [{ items: [{ price: 'cheap' }] }, 'items[].price', 'number', 'text'],
  ] as const) {
    const { status, body } = await send({ name, email: ana, properties })
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ code: 'other_type' })]])
    expect(JSON.stringify(body.errors)).toContain(field)
    expect(JSON.stringify(body.errors)).toMatch(new RegExp(`${expected}.*${given}`))
  }
  // A text that looks like a date is a text.
  expect((await send({ name, email: ana, properties: { note: '2027-03-01' } })).status).toBe(200)
  // Another name has types of its own.
  expect((await send({ name: `${name} b`, email: ana, properties: { total: 'x' } })).status).toBe(
    200,
  )
  const { body: known } = await server.api('GET', `/events/properties?name=${name}`)
  expect(known).toEqual([
    { event: name, property: 'items', type: 'list' },
    { event: name, property: 'items[].price', type: 'number' },
    { event: name, property: 'note', type: 'text' },
    { event: name, property: 'total', type: 'number' },
    { event: name, property: 'when', type: 'date' },
  ])
})

test('numbers that would be rounded, or whose sum would not fit, are refused', async () => {
  const name = `large ${round}`
  for (const number of [1.7e308, -1.7e308, 2 ** 53]) {
    for (const [more, field] of [
      [{ value: number }, 'value'],
      [{ properties: { n: number } }, 'properties.n'],
      [{ properties: { paid: { amount: number, currency: 'EUR' } } }, 'properties.paid.amount'],
      [{ properties: { items: [{ n: number }] } }, 'properties.items.0.n'],
    ] as const) {
      const { status, body } = await send({ name, email: ana, ...more })
      const code = number < 0 ? 'too_small' : 'too_large'
      expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field, code })]])
    }
  }
  const largest = { name, email: ana, value: 2 ** 53 - 1, properties: { n: 2 ** 53 - 1 } }
  const { body } = await send({ events: Array.from({ length: 9 }, () => largest) })
  expect(body.recorded).toBe(9)
})

test('of a batch the valid events are recorded, and the others are named', async () => {
  const name = `batch ${round}`
  const { status, body } = await send({
    events: [
      { name, email: ana, properties: { n: 1 } },
      { name, email: 'stranger@example.org' },
      { name, email: ana, contact_id: 1 },
      { name, email: ana, properties: { n: 'one' } },
      { name, email: 'no address' },
      { name, email: ana, at: '2027-03-02T09:00:00Z' },
      { name: '', email: ana },
      { name, contact_id: 999_999_999 },
      { name, email: ana, event_id: `e${round}` },
      { name, email: ana, event_id: `e${round}` },
      { name, email: ana, at: '0001-01-01T00:00:00Z' },
    ],
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({ recorded: 2, duplicates: 1 })
  expect(
    body.errors.map(({ index, code, field }: Record<string, unknown>) => [index, code, field]),
  ).toEqual([
    [1, 'unknown_id', 'email'],
    [2, 'exactly_one', 'email'],
    [3, 'other_type', 'properties.n'],
    [4, 'bad_email', 'email'],
    [5, 'future_time', 'at'],
    [6, 'too_short', 'name'],
    [7, 'unknown_id', 'contact_id'],
    [10, 'bad_time', 'at'],
  ])
  expect((await server.api('GET', '/events/names?limit=500')).body).toContainEqual({
    ...{ name, count: 2, first_at: '2027-03-01T09:00:00.000Z' },
    last_at: '2027-03-01T09:00:00.000Z',
  })
})

test('an event_id is recorded once, also by requests at the same time', async () => {
  const one = { name: 'order', email: ana, event_id: `order-${round}` }
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(one)))
  const bodies = answers.map(({ body }) => body)
  expect(bodies.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
  expect(await eventsOf(ana)).toHaveLength(1)
  // A refused event does not use its id up.
  const wrong = { ...one, event_id: `late-${round}`, at: '2028-01-01T00:00:00Z' }
  expect((await send(wrong)).status).toBe(422)
  expect((await send({ ...wrong, at: undefined })).body.duplicate).toBe(false)
})

test('events of several requests with new names and people add up', async () => {
  const people = Array.from({ length: 20 }, (_, index) => `p${index}-${ana}`)
  await addList(server, people)
  const name = `together ${round}`
  const batches = Array.from({ length: 5 }, (_, turn) =>
    send({
      events: people
        .map((email) => ({ name, email, value: 2, currency: 'EUR', properties: { turn } }))
        .sort(() => (turn % 2 === 0 ? 1 : -1)),
    }),
  )
  for (const { body } of await Promise.all(batches)) expect(body.recorded).toBe(20)
  const totals = await server.service.db
    .selectFrom('event_totals')
    .innerJoin('event_names', 'event_names.id', 'name_id')
    .select(['event_totals.count', 'value', 'currency'])
    .where('name', '=', name)
    .execute()
  expect(totals).toEqual(people.map(() => ({ count: 5, value: 10, currency: 'EUR' })))
})

test('pages of events go on where the last one ended', async () => {
  const events = Array.from({ length: 25 }, (_, index) => ({
    ...{ name: 'step', email: ana, properties: { index } },
    at: new Date(clock.now() - (index % 5) * dayMs).toISOString(),
  }))
  await send({ events })
  const seen: number[] = []
  let cursor = ''
  do {
    const { body, headers } = await server.api('GET', `/events?email=${ana}&limit=7${cursor}`)
    seen.push(...body.map(({ id }: { id: number }) => id))
    const next = headers.get('x-next-cursor')
    cursor = next ? `&cursor=${next}` : ''
  } while (cursor !== '')
  expect(new Set(seen).size).toBe(25)
  expect(seen).toHaveLength(25)
})

test('an automation that waits for the event is triggered by it', async () => {
  const { body: flow } = await server.api('POST', '/automations', {
    name: `Cart ${round}`,
    trigger: { type: 'event', event: `cart ${round}` },
    nodes: [
      { id: 'in', type: 'trigger' },
      { id: 'tag', type: 'add_tag', config: { tag: 'cart' } },
      { id: 'out', type: 'exit' },
    ],
    edges: [
      { from: 'in', to: 'tag' },
      { from: 'tag', to: 'out' },
    ],
  })
  expect((await server.api('PUT', `/automations/${flow.id}/activate`)).status).toBe(200)
  await send({ name: `cart ${round}`, email: ana, properties: { total: 30 } })
  const signals = await server.service.db
    .selectFrom('signals')
    .select(['kind', 'name', 'properties'])
    .where('name', '=', `cart ${round}`)
    .execute()
  expect(signals).toEqual([{ kind: 'custom', name: `cart ${round}`, properties: '{"total":30}' }])
  // What a client triggers by itself is an event too.
  const triggered = { email: ana, event: `cart ${round}`, properties: { total: 31 } }
  await server.api('POST', `/automations/${flow.id}/trigger`, triggered)
  expect(
    (await eventsOf(ana)).map(({ properties }: { properties: unknown }) => properties),
  ).toEqual([{ total: 31 }, { total: 30 }])
})

test('the events of another account are not seen, and its contacts not known', async () => {
  const other = await server.other()
  await send({ name: 'secret', email: ana })
  expect((await other.api('GET', `/events?email=${ana}`)).body).toEqual([])
  expect((await other.api('GET', '/events/names')).body).toEqual([])
  const theirs = await other.api('POST', '/events', { name: 'secret', email: ana })
  expect([theirs.status, theirs.body.errors[0].code]).toEqual([422, 'unknown_id'])
})

test('events expire, totals stay, and both go with the last contact of the person', async () => {
  const email = `old-${ana}`
  const own = await addList(server, [email])
  const second = await addList(server, [email])
  const name = `old ${round}`
  const at = (days: number) => new Date(clock.now() - days * dayMs).toISOString()
  await send({
    events: [
      { name, email, at: at(800) },
      { name, email, at: at(10) },
    ],
  })
  const clean = () => purge(server.service, new AbortController().signal)
  const counts = async () => {
    const { db } = server.service
    const person = await db
      .selectFrom('people')
      .selectAll()
      .where('email_key', '=', email)
      .execute()
    const totals = await db
      .selectFrom('event_totals')
      .select('count')
      .where('person_id', 'in', [0, ...person.map(({ id }) => id)])
      .execute()
    return [person.length, totals[0]?.count, (await eventsOf(email)).length]
  }
  expect(await counts()).toEqual([1, 2, 2])
  await clean()
  expect(await counts()).toEqual([1, 2, 1])
  await server.api('DELETE', `/lists/${own}/contacts/${email}`)
  await clean()
  expect(await counts()).toEqual([1, 2, 1])
  await server.api('DELETE', `/lists/${second}/contacts/${email}`)
  await clean()
  expect(await counts()).toEqual([0, undefined, 0])
})

test('the command line sends events, and lists names, properties and events', async () => {
  const cli = remite(server)
  const sent = await cli(
    ...['events', 'send', 'visit', '--email', ana, '--value', '3.5', '--currency', 'EUR'],
    ...['--property', 'pages=3', '--property', 'vip=true', '--property', 'code="007"', '--json'],
    ...['--property', 'lat=40.41677541', '--property', 'note=[sale]'],
    ...['--property', 'items=[{"sku": "A-1", "price": 2.5}]'],
    ...['--property', 'paid={"amount": 3, "currency": "EUR"}'],
  )
  expect(sent.stderr).toBe('')
  expect([sent.code, sent.json()]).toEqual([
    0,
    { ok: true, id: expect.any(Number), duplicate: false },
  ])
  const [event] = await eventsOf(ana)
  expect(event.properties).toEqual({
    ...{ pages: 3, vip: true, code: '007', lat: 40.41677541, note: '[sale]' },
    items: [{ sku: 'A-1', price: 2.5 }],
    paid: { amount: 3, currency: 'EUR' },
  })
  const received = await cli(
    'events',
    'received',
    '--email',
    ana,
    '-o',
    'csv',
    '--fields',
    'name,value',
  )
  expect(received.stdout).toBe('name,value\r\nvisit,3.5\r\n')
  expect((await cli('events', 'names', '-o', 'ids')).stdout.split('\n')).toContain('visit')
  const properties = await cli('events', 'properties', '--name', 'visit', '-o', 'csv')
  expect(properties.stdout).toContain('visit,pages,number')
  const refused = await cli('events', 'send', 'visit', '--email', ana, '--property', 'pages=many')
  expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining('--property pages')])
})
