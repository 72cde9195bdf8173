import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '../../src/core/time.ts'
import { connectOverHttp } from '../support/assistant.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
const purchase = (who: string, days: number, value: number, properties = {}) => ({
  ...{ name: 'purchase', email: `${who}@example.org`, at: daysAgo(days), value, currency: 'EUR' },
  properties: { total: value, ...properties },
})

beforeAll(async () => {
  server = await startService()
  cli = remite(server)
  await server.api('POST', '/lists', { name: 'Customers' })
  const contacts = ['ana', 'eva', 'luz'].map((who) => ({ email: `${who}@example.org` }))
  await server.api('POST', '/lists/1/contacts', { contacts })
  const items = [{ sku: 'A-1', qty: 2 }, { sku: 'B-2' }]
  const events = [
    purchase('ana', 100, 60, { items }),
    purchase('ana', 10, 50, { paid: true }),
    purchase('eva', 200, 30.1),
    purchase('eva', 120, 0.2),
  ]
  const { body } = await server.api('POST', '/events', { events })
  expect(body.errors).toEqual([])
})
afterAll(() => server.close())

const found = async (where: string) => {
  const { code, stderr, stdout } = await cli('segments', 'preview', '--where', where, '--json')
  expect([code, stderr]).toEqual([0, ''])
  const { sample } = JSON.parse(stdout)
  return sample.map(({ email }: { email: string }) => email.split('@')[0])
}

test.each([
  ['did "purchase"', ['ana', 'eva']],
  ['not did "purchase"', ['luz']],
  ['did "purchase" at least 2 times in 90d', []],
  ['did "purchase" once in 90d', ['ana']],
  ['did "purchase" last before 90d', ['eva']],
  ['did "purchase" first in 150d', ['ana']],
  ['did "purchase" total at least 100 EUR', ['ana']],
  ['did "purchase" total of total exactly 30.3', ['eva']],
  ['did "purchase" with total >= 55', ['ana']],
  ['did "purchase" with "items[].sku" = a-1, value > 10', ['ana']],
  ['did "purchase" with paid = true total at most 50 EUR', ['ana']],
  ['did "purchase" at most 0 times in 30d or did "purchase" last in 30d', ['ana', 'eva', 'luz']],
])('%s', async (where, expected) => {
  expect(await found(where)).toEqual(expected)
})

test('a conversion is a rule with its campaign, and its value', async () => {
  const rules = [{ event: 'conversion', sum: { op: 'gte', n: 1 } }]
  const conditions = { op: 'and', rules }
  const { body } = await server.api('POST', '/segments/preview', { conditions })
  expect(body).toMatchObject({ total: 0 })
})

test('a saved rule is shown as a line and in words, and has contacts', async () => {
  const where = 'did "purchase" with total >= 55 total at least 60 EUR last before 30d'
  const created = await cli('segments', 'create', '--name', 'Win back', '--where', where, '--json')
  const { id } = created.json()
  const shown = await cli('segments', 'get', String(id), '--json')
  expect(shown.json().where).toBe(where)
  const words = await cli.with({ terminal: { columns: 140 }, env: { NO_COLOR: '1' } })(
    ...['segments', 'get', String(id)],
  )
  expect(words.stdout).toContain(
    'did “purchase” with total is at least 55 total at least 60 EUR for the last time over 30 days ago',
  )
  const { stdout } = await cli('segments', 'contacts', String(id), '--fields', 'email', '-o', 'csv')
  expect(stdout).toContain('ana@example.org')
  expect(stdout).not.toContain('eva@example.org')
  const counted = await cli('segments', 'count', String(id), '--json')
  expect(counted.json()).toMatchObject({ total: 1, per_rule: [{ pointer: '/rules/0', total: 1 }] })
})

test.each([
  [{ name: 'purchse' }, '/name', 'unknown_event', 'purchase'],
  [
    { properties: [{ property: 'totl', operator: 'eq', value: 1 }] },
    '/properties/0/property',
    'unknown_property',
    'items, items[].qty, items[].sku, paid, total',
  ],
  [
    { properties: [{ property: 'total', operator: 'contains', value: '1' }] },
    '/properties/0/operator',
    'not_a_choice',
    'between',
  ],
  [{ sum: { op: 'gte', n: 1 } }, '/sum/currency', 'required', ''],
  [{ sum: { property: 'paid', op: 'gte', n: 1 } }, '/sum/property', 'wrong_type', ''],
  [{ last: {} }, '/last', 'exactly_one', 'within, before, between'],
  [{ link: 'x' }, '/link', 'unknown_field', ''],
])('a rule that is wrong is refused by name: %j', async (part, field, code, known) => {
  const rules = [{ event: 'custom', name: 'purchase', ...part }]
  const { status, body } = await server.api('POST', '/segments/preview', {
    conditions: { op: 'and', rules },
  })
  expect(status).toBe(422)
  expect(body.errors).toEqual([
    expect.objectContaining({ code, field: `/conditions/rules/0${field}` }),
  ])
  expect(JSON.stringify(body.errors)).toContain(known)
})

test('the fields of conditions list the events with their properties', async () => {
  const { body } = await server.api('GET', '/segments/fields')
  expect(body.find(({ field }: { field: string }) => field === 'custom')).toMatchObject({
    ...{ name: 'purchase', kind: 'event' },
    properties: expect.arrayContaining([
      expect.objectContaining({ property: 'items[].sku', type: 'text' }),
    ]),
  })
  const unknown = await cli('segments', 'preview', '--where', 'did "purchse"')
  const said = 'no event “purchse”. Known: purchase.'
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining(said)])
  const assistant = await connectOverHttp(server)
  const { data } = await assistant.call('list', { what: 'segment_fields' })
  await assistant.close()
  expect(data.items.find(({ field }: { field: string }) => field === 'custom')).toMatchObject({
    name: 'purchase',
    properties: expect.arrayContaining([{ property: 'items[].sku', type: 'text' }]),
  })
})

test('dates that the calendar does not have are text', async () => {
  const email = 'luz@example.org'
  for (const when of ['2026-02-31', '2026-02-01T00:00:00+20:00']) {
    const name = `odd ${when}`
    await server.api('POST', '/events', { name, email, properties: { when } })
    const { body } = await server.api('GET', `/events/properties?name=${encodeURIComponent(name)}`)
    expect(body).toEqual([{ event: name, property: 'when', type: 'text' }])
  }
})
