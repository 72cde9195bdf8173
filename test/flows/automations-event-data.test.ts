import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AutomationNode } from '../../src/contract/shapes/flows/automation-node.ts'
import type { PropertyFilter } from '../../src/contract/shapes/property-filter.ts'
import { startWorkers, type Workers } from '../../src/service/workers.ts'
import {
  type AutomationGraph,
  createTimeline,
  linearGraph,
  runPathsOf,
  startAutomation,
} from '../support/automations/automations.ts'
import { addList, addSender } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { newFolder } from '../support/folder.ts'
import { parseMessage, type Sink, startSink } from '../support/mail/smtp-sink.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

const hourMs = 3_600_000
const email = 'ana@correo.example'

let clock: TestClock
let sink: Sink
let server: TestService
let workers: Workers | undefined
let list: number

beforeEach(async () => {
  clock = testClock()
  sink = await startSink()
  server = await startService({ clock, settings: { smtpUrl: sink.url } })
  await addSender(server)
  list = await addList(server, [])
  await server.api('POST', `/lists/${list}/contacts`, { email })
})
afterEach(async () => {
  await workers?.stop()
  workers = undefined
  await server.close()
  await sink.stop()
})

const start: AutomationNode = { id: 'start', type: 'trigger', config: {} }
const tag = (id: string): AutomationNode => ({ id, type: 'add_tag', config: { tag: id } })
const message = (id: string, html: string): AutomationNode => ({
  id,
  type: 'send',
  config: { asunto: id, from_mail: 'hola@tienda.example', html },
})
const onCart = { type: 'event' as const, event: 'cart' }
const cart = {
  total: 59.9,
  coupon: 'VERANO',
  items: [
    { name: 'Botas & más', price: 49.9 },
    { name: 'Calcetines', price: 10 },
  ],
}

/** Reports an event of Ana, a second after what happened before. */
async function report(name: string, properties: object = {}, more: object = {}): Promise<void> {
  clock.advance(1000)
  const { status, body } = await server.api('POST', '/events', { name, email, properties, ...more })
  expect([status, body.ok]).toEqual([200, true])
}

const run = () => createTimeline(server, clock).runDueSteps()
const advance = (ms: number) => createTimeline(server, clock).advanceTo(clock.now() + ms)
const pathsOf = async (automation: number) =>
  [...(await runPathsOf(server, automation)).values()].flat().map(({ path }) => path.join(', '))

async function sentMails(count: number): Promise<string[]> {
  workers ??= startWorkers(server.service)
  await waitFor(() => sink.messages().length >= count, 20_000)
  const parsed = await Promise.all(sink.messages().map(({ raw }) => parseMessage(raw)))
  return parsed.map(({ subject, text }) => `${subject}: ${text?.split('\n')[0]}`).sort()
}

/** A flow that ends at the tag `yes` or `no`. */
function decision(node: AutomationNode, branches: readonly [yes: string, no: string]) {
  return {
    trigger: onCart,
    nodes: [start, node, tag('yes'), tag('no')],
    edges: [
      ['start', node.id],
      [node.id, 'yes', branches[0]],
      [node.id, 'no', branches[1]],
    ],
  } as const
}

test('a message shows the event that caused it, and after a wait the awaited one', async () => {
  await report('cart', cart)
  await report('paid', { order_id: 'A-1' })
  const wait: AutomationNode = {
    id: 'wait',
    type: 'wait_event',
    config: { event: 'custom', name: 'paid', timeout: '4h' },
  }
  const items = '{% for item in event.items %}{{ item.name }} {{ item.price }}; {% endfor %}'
  await startAutomation(server.api, {
    trigger: onCart,
    nodes: [
      start,
      message('carrito', `<p>{{ event.total }} ${items}{{ event.name }}</p>`),
      wait,
      message('pagado', '<p>{{ event.order_id }}{{ event.total }}</p>'),
    ],
    edges: [
      ['start', 'carrito'],
      ['carrito', 'wait'],
      ['wait', 'pagado', 'yes'],
      ['wait', 'pagado', 'timeout'],
    ],
  } as AutomationGraph)
  await report('cart', cart)
  await run()
  await report('paid', { order_id: 'A-7' })
  await run()
  // Both messages are composed after the second event.
  expect(await sentMails(2)).toEqual([
    'carrito: 59.9 Botas & más 49.9; Calcetines 10; cart',
    'pagado: A-7',
  ])
})

test('the properties of a manual trigger reach the message too', async () => {
  const automation = await startAutomation(
    server.api,
    linearGraph(onCart, [
      message(
        'carrito',
        '<p>{{ event.total }} {{ event.items[0].name }} {{ event.paid.amount }}</p>',
      ),
    ]),
  )
  const trigger = `/automations/${automation}/trigger`
  const properties = { total: 30, items: cart.items, paid: { amount: 5, currency: 'EUR' } }
  await server.api('POST', trigger, { email, event: 'cart', properties })
  await run()
  expect(await sentMails(1)).toEqual(['carrito: 30 Botas & más 5'])
  // It has the limits of every event.
  const large = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`k${n}`, 'x'.repeat(1000)]))
  const { status, body } = await server.api('POST', trigger, {
    ...{ email, event: 'cart', properties: large },
  })
  expect([status, body.errors[0]]).toMatchObject([422, { field: 'properties', code: 'too_large' }])
})

test('a message that reads an unknown property is refused when it is saved, with the known ones', async () => {
  await report('cart', cart)
  const send = (html: string) =>
    server.api('POST', '/automations', {
      name: 'Carrito',
      trigger: onCart,
      nodes: [start, message('carrito', html)],
      edges: [{ from: 'start', to: 'carrito' }],
    })
  const { status, body } = await send(
    '<p>{{ event.totl }}{% for item in event.items %}{{ item.prise }}{% endfor %}</p>',
  )
  expect(status).toBe(422)
  const choices = 'coupon, items, items[].name, items[].price, total'
  expect(body.errors).toEqual([
    expect.objectContaining({ field: '/nodes/1/config', code: 'unknown_property' }),
    expect.objectContaining({ field: '/nodes/1/config', code: 'unknown_property' }),
  ])
  expect(JSON.stringify(body)).toContain(choices)
  expect(
    (await send('<p>{{ event.total }} {{ event.at }} {{ event.items.size }}</p>')).status,
  ).toBe(200)
})

const filtersOf = (...filters: PropertyFilter[]) => filters

test('a condition reads the event of the run', async () => {
  await report('cart', cart)
  const cases: [PropertyFilter[], 'yes' | 'no'][] = [
    [filtersOf({ property: 'total', operator: 'gt', value: 50 }), 'yes'],
    [filtersOf({ property: 'total', operator: 'lte', value: 50 }), 'no'],
    [filtersOf({ property: 'coupon', operator: 'eq', value: 'verano' }), 'yes'],
    [filtersOf({ property: 'items[].price', operator: 'lt', value: 20 }), 'yes'],
    [filtersOf({ property: 'items[].name', operator: 'contains', value: 'botas' }), 'yes'],
    [filtersOf({ property: 'currency', operator: 'eq', value: 'EUR' }), 'yes'],
    [
      filtersOf(
        { property: 'total', operator: 'gt', value: 50 },
        { property: 'coupon', operator: 'is_not_set' },
      ),
      'no',
    ],
  ]
  const automations: number[] = []
  for (const [event] of cases) {
    const node: AutomationNode = { id: 'c', type: 'condition', config: { event } }
    automations.push(await startAutomation(server.api, decision(node, ['yes', 'no'])))
  }
  await report('cart', cart, { value: 5, currency: 'EUR' })
  await run()
  const paths = await Promise.all(automations.map(pathsOf))
  expect(paths).toEqual(cases.map(([, expected]) => [`start, c ${expected}, ${expected}`]))
})

test('a condition decides by what happened since the run began, or within a period', async () => {
  await report('paid', { total: 10 })
  const paid = {
    event: 'paid',
    properties: filtersOf({ property: 'total', operator: 'gte', value: 20 }),
  }
  const nodes: AutomationNode[] = [
    start,
    { id: 'a', type: 'condition', config: { did_not: { event: 'paid' } } },
    { id: 'b', type: 'condition', config: { did: { event: 'paid', within: '1h' } } },
    { id: 'd', type: 'delay', config: { period: '4h' } },
    { id: 'e', type: 'condition', config: { did: paid } },
    { id: 'f', type: 'condition', config: { did: { ...paid, within: '2h' } } },
    tag('end'),
  ]
  const edges = nodes.slice(1).flatMap(({ id }, index): [string, string, string?][] => {
    const before = nodes[index] as AutomationNode
    return before.type === 'condition'
      ? [
          [before.id, id, 'yes'],
          [before.id, id, 'no'],
        ]
      : [[before.id, id]]
  })
  const automation = await startAutomation(server.api, { trigger: onCart, nodes, edges })
  await report('cart')
  await run()
  await report('paid', { total: 10 })
  await report('paid', { total: 25 })
  await advance(4 * hourMs)
  // The payment before the run counts only within a period.
  expect(await pathsOf(automation)).toEqual(['start, a yes, b yes, d, e yes, f no, end'])
})

test('a wait ends with an event whose properties match, and with one that came before the wait', async () => {
  await report('paid', { order_id: 'A-1', total: 1 })
  const wait: AutomationNode = {
    id: 'wait',
    type: 'wait_event',
    config: {
      event: 'custom',
      name: 'paid',
      properties: filtersOf({ property: 'total', operator: 'gt', value: 20 }),
      timeout: '4h',
    },
  }
  const graph = decision(wait, ['yes', 'timeout'])
  const automation = await startAutomation(server.api, graph)
  await report('cart')
  await run()
  await report('paid', { order_id: 'A-2', total: 5 })
  await run()
  expect(await pathsOf(automation)).toEqual(['start'])
  await report('paid', { order_id: 'A-3', total: 30 })
  await run()
  expect(await pathsOf(automation)).toEqual(['start, wait yes, yes'])
  const other = await startAutomation(server.api, graph)
  await report('cart')
  await report('paid', { order_id: 'A-4', total: 5 })
  await report('paid', { order_id: 'A-5', total: 50 })
  await run()
  expect(await pathsOf(other)).toEqual(['start, wait yes, yes'])
})

test('with a key of the event, each order enters once', async () => {
  const automation = await startAutomation(server.api, {
    ...linearGraph({ type: 'event', event: 'order' }, [tag('thanks')]),
    settings: { reentry_key: 'order_id' },
  })
  for (const order_id of ['A-1', 'A-1', 'A-2', 'A-1']) {
    await report('order', { order_id })
    await run()
  }
  expect(await pathsOf(automation)).toEqual(['start, thanks', 'start, thanks'])
})

test('a goal has the value of the event that reaches it', async () => {
  await report('paid', { total: { amount: 1, currency: 'EUR' } })
  const automation = await startAutomation(server.api, {
    trigger: onCart,
    nodes: [
      start,
      { id: 'd', type: 'delay', config: { period: '4h' } },
      tag('late'),
      { id: 'goal', type: 'goal', config: { did: { event: 'paid' }, value: 'total' } },
    ],
    edges: [
      ['start', 'd'],
      ['d', 'late'],
    ],
    settings: { goal: 'goal', reentry: 'always' },
  })
  for (const amount of [20, 12.5]) {
    await report('cart')
    await run()
    await report('paid', { total: { amount, currency: 'EUR' } })
    await advance(5 * hourMs)
  }
  const { body } = await server.api('GET', `/automations/${automation}/stats`)
  expect(body).toMatchObject({
    goals: 2,
    goal_values: [{ currency: 'EUR', count: 2, value: 32.5 }],
  })
})

test('a wrong filter is refused by its place', async () => {
  await report('cart', cart)
  const condition = (config: object) => ({ id: 'n', type: 'condition', config })
  const cases: [node: { type: string }, place: string, code: string][] = [
    [condition({}), '/nodes/1/config/conditions', 'required'],
    [
      condition({ event: [{ property: 'x', operator: 'eq', value: 1 }] }),
      '/nodes/1/config/event/0/property',
      'unknown_property',
    ],
    [
      condition({
        did: {
          event: 'cart',
          properties: [{ property: 'total', operator: 'contains', value: 'a' }],
        },
      }),
      '/nodes/1/config/did/properties/0/operator',
      'not_a_choice',
    ],
    [
      {
        ...condition({
          event: 'open',
          properties: [{ property: 'total', operator: 'is_set' }],
          timeout: '1h',
        }),
        type: 'wait_event',
      },
      '/nodes/1/config/properties',
      'unknown_field',
    ],
  ]
  for (const [node, field, code] of cases) {
    const branches = node.type === 'condition' ? ['yes', 'no'] : ['yes', 'timeout']
    const { status, body } = await server.api('POST', '/automations', {
      name: 'Carrito',
      trigger: onCart,
      nodes: [start, node, tag('end')],
      edges: [
        { from: 'start', to: 'n' },
        ...branches.map((branch) => ({ from: 'n', to: 'end', branch })),
      ],
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual([expect.objectContaining({ field, code })])
  }
})

test('a test walks a flow with a clock of its own, and sends and stores nothing', async () => {
  await report('cart', cart)
  await report('paid', { order_id: 'A-1' })
  const { body: draft } = await server.api('POST', '/automations', {
    name: 'Carrito',
    trigger: onCart,
    nodes: [
      start,
      {
        id: 'wait',
        type: 'wait_event',
        config: { event: 'custom', name: 'paid', timeout: '4h' },
      },
      tag('lost'),
      { id: 'call', type: 'webhook', config: { url: 'https://tienda.example/hook' } },
      message('carrito', '<p>{{ event.total }} {{ email }}</p>'),
      message('gracias', '<p>{{ event.order_id }}</p>'),
    ],
    edges: [
      { from: 'start', to: 'wait' },
      { from: 'wait', to: 'lost', branch: 'timeout' },
      { from: 'wait', to: 'gracias', branch: 'yes' },
      { from: 'lost', to: 'call' },
      { from: 'call', to: 'carrito' },
    ],
  })
  const tables = ['automation_runs', 'custom_events', 'contact_tags', 'recipients'] as const
  const countAll = () =>
    Promise.all(
      tables.map((table) =>
        server.service.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow(),
      ),
    )
  const before = await countAll()
  const folder = newFolder()
  const sample = join(folder, 'cart.json')
  await writeFile(sample, JSON.stringify({ properties: { total: 30 } }))
  const cli = remite(server)
  const verb = ['automations', 'test', String(draft.id), '--contact', email, '--event', sample]
  const { code, stdout, stderr } = await cli(...verb, '-o', 'json')
  expect([code, stderr]).toEqual([0, ''])
  const walked = JSON.parse(stdout)
  expect(walked).toMatchObject({
    enrolled: true,
    ended_by: 'end',
    steps: [
      { node: 'start', type: 'trigger' },
      { node: 'wait', outcome: 'timeout' },
      { node: 'lost' },
      { node: 'call' },
      { node: 'carrito', type: 'send' },
    ],
    messages: [{ node: 'carrito', email, asunto: 'carrito' }],
  })
  expect(walked.messages[0].text).toMatch(/^30 ana@correo\.example/)
  expect(Date.parse(walked.steps[1].at) - Date.parse(walked.steps[0].at)).toBe(4 * hourMs)
  const spanish = { env: { LANG: 'es_ES.UTF-8' }, terminal: { columns: 120 } }
  const { stdout: table } = await cli.with(spanish)(...verb)
  expect(table).toContain('Recorrido')
  const now = clock.now()
  const later = [
    {},
    { name: 'paid', at: new Date(now + hourMs).toISOString(), properties: { order_id: 'A-9' } },
  ]
  const { body: paid } = await server.api('POST', `/automations/${draft.id}/test`, {
    contact: email,
    event: later,
  })
  expect(paid.messages.map(({ asunto, text }: never) => `${asunto} ${text}`)).toEqual([
    expect.stringMatching(/^gracias A-9/),
  ])
  expect(await countAll()).toEqual(before)
})
