import { expect, test } from 'vitest'
import type { AutomationNode } from '../../src/contract/shapes/flows/automation-node.ts'
import { eventsOfVisits } from '../../src/service/campaigns/run-events/events-of-visits.ts'
import {
  type AutomationGraph,
  createTimeline,
  runPathsOf,
  startAutomation,
} from '../support/automations/automations.ts'
import { interpretEvents, type PlainEvent } from '../support/automations/event-interpreter.ts'
import { addSender } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { seededRandom } from '../support/random.ts'
import { rememberedApi, startService } from '../support/service.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const begin = Date.parse('2027-02-01T00:00:00Z')
const end = begin + 30 * dayMs

const start: AutomationNode = { id: 'start', type: 'trigger', config: {} }
const exit: AutomationNode = { id: 'out', type: 'exit', config: {} }
const mail = (asunto: string, html: string): AutomationNode => ({
  id: asunto,
  type: 'send',
  config: { asunto, from_mail: 'hola@tienda.example', html },
})

/** A cart of at least 20 and no purchase for four hours. Each cart enters once. */
const abandonedCart: AutomationGraph = {
  trigger: { type: 'event', event: 'cart' },
  nodes: [
    start,
    {
      id: 'large',
      type: 'condition',
      config: { event: [{ property: 'total', operator: 'gte', value: 20 }] },
    },
    { id: 'four-hours', type: 'delay', config: { period: '4h' } },
    { id: 'unpaid', type: 'condition', config: { did_not: { event: 'purchase' } } },
    mail('carrito', '<p>{{ event.cart_id }}: {{ event.total }}</p>'),
    exit,
  ],
  edges: [
    ['start', 'large'],
    ['large', 'four-hours', 'yes'],
    ['four-hours', 'unpaid'],
    ['unpaid', 'carrito', 'yes'],
    ['large', 'out', 'no'],
    ['unpaid', 'out', 'no'],
  ],
  settings: { reentry_key: 'cart_id' },
}

/** Who wants a product hears of it when there are at least three, within ten days. */
const backInStock: AutomationGraph = {
  trigger: { type: 'event', event: 'wanted' },
  nodes: [
    start,
    {
      id: 'stock',
      type: 'wait_event',
      config: {
        event: 'custom',
        name: 'stocked',
        properties: [{ property: 'pieces', operator: 'gte', value: 3 }],
        timeout: '240h',
      },
    },
    mail('disponible', '<p>{{ event.pieces }}</p>'),
    { id: 'never', type: 'exit', config: {} },
  ],
  edges: [
    ['start', 'stock'],
    ['stock', 'disponible', 'yes'],
    ['stock', 'never', 'timeout'],
  ],
  settings: { reentry_key: 'product' },
}

/** The shop answers a birthday with a coupon for the person. */
const birthday = (list_id: number): AutomationGraph => ({
  trigger: { type: 'date_field', list_id, field: 'cumple', hour: 9, yearly: true },
  nodes: [
    start,
    {
      id: 'coupon',
      type: 'wait_event',
      config: { event: 'custom', name: 'coupon', timeout: '6h' },
    },
    mail('felicidades', '<p>{{ event.code }}</p>'),
    mail('felicidades-2', '<p>Hola</p>'),
  ],
  edges: [
    ['start', 'coupon'],
    ['coupon', 'felicidades', 'yes'],
    ['coupon', 'felicidades-2', 'timeout'],
  ],
})

/** No purchase for a week. A large purchase after the message is the goal. */
const winBack: AutomationGraph = {
  trigger: { type: 'event', event: 'purchase' },
  nodes: [
    start,
    {
      id: 'week',
      type: 'wait_event',
      config: { event: 'custom', name: 'purchase', timeout: '168h' },
    },
    { id: 'again', type: 'exit', config: {} },
    mail('vuelve', '<p>{{ event.total }}</p>'),
    { id: 'three-days', type: 'delay', config: { period: '72h' } },
    {
      id: 'recent',
      type: 'condition',
      config: { did: { event: 'visit', within: '160h' } },
    },
    mail('oferta', '<p>{{ event.total }}</p>'),
    {
      id: 'back',
      type: 'goal',
      config: {
        did: { event: 'purchase', properties: [{ property: 'total', operator: 'gte', value: 50 }] },
        value: 'total',
      },
    },
  ],
  edges: [
    ['start', 'week'],
    ['week', 'again', 'yes'],
    ['week', 'vuelve', 'timeout'],
    ['vuelve', 'three-days'],
    ['three-days', 'recent'],
    ['recent', 'oferta', 'yes'],
    ['recent', 'again', 'no'],
  ],
  settings: { reentry: 'always', goal: 'back' },
}

const people = ['ana', 'eva', 'leo', 'iria', 'uxía', 'brais']
const eventsOfEach = 24

/** The events of one person, each in a second of its own. */
function makeEvents(person: number): PlainEvent[] {
  const random = seededRandom(person + 1)
  const below = (limit: number) => Math.floor(random() * limit)
  return Array.from({ length: eventsOfEach }, (_, index): PlainEvent => {
    const hour = 1 + below(29 * 24)
    // Unique within the hour, so that no event meets a step that is due.
    const at = begin + hour * hourMs + (person * eventsOfEach + index + 1) * 1000
    const total = 5 * (1 + below(20))
    switch (below(6)) {
      case 0:
      case 1:
        return { name: 'cart', at, properties: { cart_id: `C-${below(6)}`, total } }
      case 2:
        return { name: 'purchase', at, properties: { total } }
      case 3:
        return { name: 'wanted', at, properties: { product: `P-${below(3)}` } }
      case 4:
        return { name: 'stocked', at, properties: { pieces: below(6) } }
      default:
        return { name: 'visit', at, properties: { page: '/' } }
    }
  })
}

const minuteOf = (at: number) => new Date(at).toISOString().slice(0, 19)

test('flows of a shop do over 30 days what their definitions say', {
  timeout: 240_000,
}, async () => {
  const clock = testClock(begin)
  const service = await startService({ clock })
  const api = await rememberedApi(service)
  const { db } = service.service
  await addSender(service)
  await db.updateTable('accounts').set({ timezone: 'UTC', monthly_sends: 1_000_000 }).execute()
  const time = createTimeline(service, clock, { hasDates: true })
  const { body: list } = await api('POST', '/lists', { name: 'Clientes' })
  await api('POST', `/lists/${list.id}/fields`, { name: 'cumple', type: 'date' })
  const contacts = new Map<string, number>()
  for (const [index, name] of ['muestra', ...people].entries()) {
    const customFields = { cumple: Date.parse(`1990-02-${10 + index}T00:00:00Z`) / 1000 }
    const email = `persona${index}@correo.example`
    const { body } = await api('POST', `/lists/${list.id}/contacts`, { email, customFields })
    contacts.set(name, body.id)
  }
  const report = async (name: string, { name: event, at, properties }: PlainEvent) => {
    const body = {
      ...{ name: event, contact_id: contacts.get(name), properties },
      at: new Date(at).toISOString(),
    }
    const answer = await api('POST', '/events', body)
    expect(answer.status).toBe(200)
  }
  // The flows name properties, so these are known first.
  for (const [name, properties] of Object.entries({
    cart: { cart_id: 'C', total: 1 },
    purchase: { total: 1 },
    wanted: { product: 'P' },
    stocked: { pieces: 1 },
    coupon: { code: 'X' },
    visit: { page: '/' },
  })) {
    await report('muestra', { name, at: begin, properties } as PlainEvent)
  }
  clock.advance(1000)
  const graphs = { abandonedCart, backInStock, birthday: birthday(list.id), winBack }
  const automations = new Map<keyof typeof graphs, number>()
  for (const name of Object.keys(graphs) as (keyof typeof graphs)[]) {
    automations.set(name, await startAutomation(api, graphs[name], name))
  }
  const birthdays = new Map(
    people.map((name, index) => [name, Date.parse(`2027-02-${11 + index}T09:00:00Z`)]),
  )
  const eventsOf = new Map(
    people.map((name, index) => {
      const events = makeEvents(index)
      // Half of the people get a coupon.
      const at = (birthdays.get(name) ?? 0) + 61_000
      const coupon = { name: 'coupon', at, properties: { code: `FELIZ-${index}` } }
      const all = index % 2 === 0 ? [...events, coupon] : events
      return [name, all.sort((a, b) => a.at - b.at)] as const
    }),
  )
  const all = [...eventsOf].flatMap(([name, events]) => events.map((event) => ({ name, event })))
  for (const { name, event } of all.sort((a, b) => a.event.at - b.event.at)) {
    await time.advanceTo(event.at)
    await report(name, event)
    await time.runDueSteps()
  }
  await time.advanceTo(end)

  const goals: number[] = []
  const messages: string[] = []
  for (const name of Object.keys(graphs) as (keyof typeof graphs)[]) {
    const expected = new Map<number, { path: string; ended: string | null }[]>()
    for (const person of people) {
      const dates = name === 'birthday' ? [birthdays.get(person) ?? 0] : []
      const events = eventsOf.get(person) ?? []
      const result = interpretEvents(graphs[name], events, { until: end, dates })
      if (result.runs.length > 0) expected.set(contacts.get(person) ?? 0, result.runs)
      goals.push(...result.goals)
      for (const { asunto, at, event } of result.messages) {
        const shown = JSON.stringify(event?.properties ?? {})
        messages.push(`${contacts.get(person)} ${asunto} ${minuteOf(at)} ${shown}`)
      }
    }
    const paths = await runPathsOf(service, automations.get(name) ?? 0)
    paths.delete(contacts.get('muestra') ?? 0)
    const actual = [...paths].map(
      ([contact, runs]) =>
        [contact, runs.map(({ path, ended }) => ({ path: path.join(', '), ended }))] as const,
    )
    const unexit = (runs: readonly { path: string; ended: string | null }[]) =>
      runs.map(({ path, ended }) => ({
        path: path.replace(/ exit$/, ''),
        ended: ended === 'exit' ? 'end' : ended,
      }))
    expect([name, new Map(actual.map(([contact, runs]) => [contact, unexit(runs)]))]).toEqual([
      name,
      expected,
    ])
  }
  const rows = await db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .innerJoin('recipient_queue', 'recipient_queue.id', 'recipients.id')
    .select(['contact_id', 'asunto', 'next_at', 'visit'])
    .where('contact_id', '!=', contacts.get('muestra') ?? 0)
    .execute()
  const shown = await eventsOfVisits(
    db,
    rows.map(({ visit }) => visit),
  )
  const sent = rows.map(({ contact_id, asunto, next_at, visit }) => {
    const { name, at, value, currency, ...properties } = shown.get(visit) ?? {}
    return `${contact_id} ${asunto} ${minuteOf(next_at)} ${JSON.stringify(properties)}`
  })
  expect(sent.sort()).toEqual(messages.sort())
  // The period is long enough for every kind of message.
  expect(new Set(rows.map(({ asunto }) => asunto)).size).toBe(6)
  const { body: stats } = await api('GET', `/automations/${automations.get('winBack')}/stats`)
  const total = goals.reduce((sum, value) => sum + value, 0)
  expect(stats.goal_values).toEqual(
    goals.length === 0 ? [] : [{ currency: null, count: goals.length, value: total }],
  )
  expect(goals.length).toBeGreaterThan(0)
  await service.close()
})
