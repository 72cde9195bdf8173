import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AutomationNode } from '../../src/contract/shapes/flows/automation-node.ts'
import type { Conditions } from '../../src/contract/shapes/segment.ts'
import {
  type ExternalEvent,
  interpret,
  type ModelContact,
  type RunPath,
} from '../support/automations/automation-interpreter.ts'
import {
  type AutomationGraph,
  createTimeline,
  runPathsOf,
  startAutomation,
} from '../support/automations/automations.ts'
import { addSender } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { rememberedApi, startService } from '../support/service.ts'

const hourMs = 3_600_000
/** Ten days, in which every graph ends or loops several times. */
const horizon = 240 * hourMs

const tags = ['vip', 'nuevo', 'frío']
const cities = ['Lugo', 'Vigo', 'Ourense']
const names = ['compra', 'visita']

const tag = fc.constantFrom(...tags)
const city = fc.constantFrom(...cities)
const hours = fc.integer({ min: 6, max: 72 }).map((count) => `${count}h`)

const rule = fc.oneof(
  fc.record({
    field: fc.constant('tags'),
    operator: fc.constantFrom('contains' as const, 'not_contains' as const),
    value: tag,
  }),
  fc.record({
    field: fc.constant('city'),
    operator: fc.constantFrom('eq' as const, 'neq' as const),
    value: city,
  }),
)
const conditions: fc.Arbitrary<Conditions> = fc.record({
  op: fc.constantFrom('and' as const, 'or' as const, 'not' as const),
  rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
})

type NodeConfig = Omit<AutomationNode, 'id'>
const part = fc.oneof(
  fc.record({ type: fc.constant('delay'), config: fc.record({ period: hours }) }),
  fc.record({
    type: fc.constant('wait_event'),
    config: fc.record({
      event: fc.constant('custom'),
      name: fc.constantFrom(...names),
      timeout: hours,
    }),
  }),
  fc.record({ type: fc.constant('condition'), config: fc.record({ conditions }) }),
  fc.integer({ min: 1, max: 99 }).map((share) => ({
    type: 'split',
    config: { shares: { a: share, b: 100 - share } },
  })),
  fc.record({ type: fc.constantFrom('add_tag', 'remove_tag'), config: fc.record({ tag }) }),
  fc.record({
    type: fc.constant('set_field'),
    config: fc.record({ field: fc.constant('city'), value: city }),
  }),
  fc.constant({
    type: 'send',
    config: { asunto: 'Hola', from_mail: 'hola@tienda.example', html: '<p>Hola</p>' },
  }),
) as fc.Arbitrary<NodeConfig>

/** Returns the branches of a node, or one `undefined` for a node without branches. */
function branchesOf({ type, config }: AutomationNode): (string | undefined)[] {
  if (type === 'condition') return ['yes', 'no']
  if (type === 'wait_event') return ['yes', 'timeout']
  if (type === 'split') return Object.keys(config.shares)
  return [undefined]
}

/** Builds a graph. Each node follows an open branch of a node before it, and some delays lead back. */
function buildGraph(
  parts: readonly NodeConfig[],
  goal: Conditions | undefined,
  picks: readonly number[],
) {
  let next = 0
  const pick = (below: number) => (picks[next++ % picks.length] ?? 0) % below
  const nodes: AutomationNode[] = [{ id: 'start', type: 'trigger', config: {} }]
  const edges: [string, string, string?][] = []
  const open: { from: AutomationNode; branch: string | undefined }[] = [
    { from: nodes[0] as AutomationNode, branch: undefined },
  ]
  const connect = (index: number, to: string) => {
    const [end] = open.splice(index, 1)
    if (end)
      edges.push(end.branch === undefined ? [end.from.id, to] : [end.from.id, to, end.branch])
  }
  for (const [index, each] of parts.entries()) {
    const node = { ...each, id: `n${index}` } as AutomationNode
    nodes.push(node)
    connect(pick(open.length), node.id)
    for (const branch of branchesOf(node)) open.push({ from: node, branch })
  }
  nodes.push({ id: 'fin', type: 'exit', config: {} })
  connect(pick(open.length), 'fin')
  if (goal && open.length > 0) {
    nodes.push({ id: 'meta', type: 'goal', config: { conditions: goal } })
    connect(pick(open.length), 'meta')
  }
  const hasGoal = nodes.some(({ id }) => id === 'meta')
  while (open.length > 0) {
    const { from, branch } = open[0] ?? {}
    const back = nodes[1 + pick(parts.length)]?.id ?? 'fin'
    if (from?.type === 'delay' && pick(3) === 0) connect(0, back)
    else if (branch === undefined && pick(2) === 0) open.shift()
    else connect(0, 'fin')
  }
  const automationGraph: AutomationGraph = {
    trigger: { type: 'event', event: 'entra' },
    nodes,
    edges,
    ...(hasGoal && { settings: { goal: 'meta' } }),
  }
  return automationGraph
}

const graph = fc
  .tuple(
    fc.array(part, { minLength: 1, maxLength: 10 }),
    fc.option(conditions, { nil: undefined }),
    fc.array(fc.nat(1000), { minLength: 20, maxLength: 20 }),
  )
  .map(([parts, goal, picks]) => buildGraph(parts, goal, picks))

const externalEvent: fc.Arbitrary<ExternalEvent> = fc
  .tuple(
    fc.integer({ min: 1, max: 239 }),
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          does: fc.constant('event' as const),
          name: fc.constantFrom(...names),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ does: fc.constantFrom('tag' as const, 'untag' as const), tag }),
      },
      { weight: 1, arbitrary: fc.record({ does: fc.constant('leave' as const) }) },
    ),
  )
  // Half past the hour, because steps are due on the hour.
  .map(([hour, externalEvent]) => ({ at: hour * hourMs + hourMs / 2, ...externalEvent }))

const person = fc.record({
  tags: fc.subarray(tags),
  city,
  events: fc.uniqueArray(externalEvent, { maxLength: 4, selector: ({ at }) => at }),
})

test('every contact follows the path of the definition, through graphs of any shape', {
  timeout: 300_000,
}, async () => {
  const clock = testClock()
  const service = await startService({ clock })
  let api = service.api
  const db = service.service.db
  await addSender(service)
  await db.updateTable('accounts').set({ monthly_sends: 1_000_000 }).execute()
  const time = createTimeline(service, clock)
  let round = 0

  await fc.assert(
    fc.asyncProperty(
      graph,
      fc.array(person, { minLength: 1, maxLength: 5 }),
      async (automationGraph, people) => {
        api = await rememberedApi(service)
        const { body: list } = await api('POST', '/lists', { name: `Lista ${round++}` })
        await api('POST', `/lists/${list.id}/fields`, { name: 'city', type: 'text' })
        const contacts: number[] = []
        for (const [index, { tags: initialTags, city }] of people.entries()) {
          const email = `p${index}@correo.example`
          const body = { email, tags: initialTags, customFields: { city } }
          contacts.push((await api('POST', `/lists/${list.id}/contacts`, body)).body.id)
        }
        const automation = await startAutomation(api, automationGraph)
        for (const contact_id of contacts) {
          await api('POST', `/automations/${automation}/trigger`, { contact_id, event: 'entra' })
        }
        const startedAt = clock.now()
        const all = people
          .flatMap(({ events }, index) => events.map((each) => ({ index, ...each })))
          .sort((a, b) => a.at - b.at)
        for (const each of all) {
          await time.advanceTo(startedAt + each.at)
          await applyEvent(automation, list.id, contacts[each.index] ?? 0, each)
          await time.runDueSteps()
        }
        await time.advanceTo(startedAt + horizon)
        const runs = await db
          .selectFrom('automation_runs')
          .select(['id', 'contact_id'])
          .where('automation_id', '=', automation)
          .execute()
        const actual = await runPathsOf(service, automation)
        const expected = new Map<number, RunPath[]>()
        for (const [index, { tags: initialTags, city, events }] of people.entries()) {
          const contact: ModelContact = { tags: new Set(initialTags), city, isActive: true }
          const run = runs.find(({ contact_id }) => contact_id === contacts[index])?.id ?? 0
          const ordered = events.toSorted((a, b) => a.at - b.at)
          expected.set(contacts[index] ?? 0, [
            interpret(automationGraph, contact, ordered, { run, until: horizon }),
          ])
        }
        expect(actual).toEqual(expected)
        await api('PUT', `/automations/${automation}/deactivate`, { mode: 'exit' })
        await time.runDueSteps()
      },
    ),
    { numRuns: Number(process.env.REMITE_TEST_GRAPHS ?? 12) },
  )
  await service.close()

  async function applyEvent(
    automation: number,
    list: number,
    contact_id: number,
    externalEvent: ExternalEvent,
  ) {
    if (externalEvent.does === 'event') {
      const event = { contact_id, event: externalEvent.name }
      return api('POST', `/automations/${automation}/trigger`, event)
    }
    if (externalEvent.does === 'leave') {
      return api('PUT', `/lists/${list}/contacts/${contact_id}`, { status: 'unsubscribed' })
    }
    const action = externalEvent.does === 'tag' ? 'add_tag' : 'remove_tag'
    return api('POST', `/lists/${list}/contacts/bulk`, {
      action,
      contacts: [contact_id],
      tag: externalEvent.tag,
    })
  }
})
