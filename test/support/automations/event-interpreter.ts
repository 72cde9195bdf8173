import type { AutomationNode } from '../../../src/contract/shapes/flows/automation-node.ts'
import type { PropertyFilter } from '../../../src/contract/shapes/property-filter.ts'
import type { AutomationGraph } from './automations.ts'

/** An event of a contact as plain values. */
export interface PlainEvent {
  name: string
  at: number
  properties: Readonly<Record<string, string | number>>
}

/** A message that a flow sends, and the event that it shows. */
interface PlainMessage {
  asunto: string
  at: number
  event: PlainEvent | undefined
}

interface PlainRun {
  path: string
  ended: string | null
}

interface Interpreted {
  runs: PlainRun[]
  messages: PlainMessage[]
  /** The values of the reached goals. */
  goals: number[]
}

const hourMs = 3_600_000

/**
 * Computes what a flow does with the events of one contact, from its definition alone. A second, simple
 * implementation: each run is followed from its entry to its end. No two events have the same time.
 */
export function interpretEvents(
  graph: AutomationGraph,
  events: readonly PlainEvent[],
  { until, dates = [] }: { until: number; dates?: readonly number[] },
): Interpreted {
  const { trigger, settings = {} } = graph
  const result: Interpreted = { runs: [], messages: [], goals: [] }
  const entries: { at: number; event?: PlainEvent }[] =
    trigger.type === 'event'
      ? events
          .filter(({ name }) => name === trigger.event)
          .map((event) => ({ at: event.at, event }))
      : dates.map((at) => ({ at }))
  const places = new Set<unknown>()
  for (const { at, event } of entries) {
    const key = settings.reentry_key && event?.properties[settings.reentry_key]
    if (settings.reentry !== 'always' && places.has(key)) continue
    places.add(key)
    result.runs.push(follow(graph, events, { at, event, until }, result))
  }
  return result
}

function follow(
  { nodes, edges, settings = {} }: AutomationGraph,
  events: readonly PlainEvent[],
  {
    at: entered,
    event: cause,
    until,
  }: { at: number; event: PlainEvent | undefined; until: number },
  { messages, goals }: Interpreted,
): PlainRun {
  const path: string[] = []
  const goal = nodes.find(({ id }) => id === settings.goal)
  let now = entered
  let shown = cause
  let node = nodes.find(({ type }) => type === 'trigger')
  const occurred = (
    { event, properties }: { event: string; properties?: PropertyFilter[] | undefined },
    from: number,
  ) =>
    events.find(
      (each) =>
        each !== cause &&
        each.name === event &&
        each.at >= from &&
        each.at <= now &&
        matches(properties, each),
    )
  while (node) {
    let branch: string | undefined
    let duration = 0
    let awaited: PlainEvent | undefined
    if (node.type === 'delay') duration = hoursOf(node.config.period ?? '')
    if (node.type === 'wait_event') {
      const { name, properties, timeout } = node.config
      const start = now
      const end = start + hoursOf(timeout)
      awaited = events.find(
        (each) =>
          each.name === name && each.at > start && each.at < end && matches(properties, each),
      )
      branch = awaited ? 'yes' : 'timeout'
      duration = (awaited?.at ?? end) - start
    }
    now += duration
    if (now > until) return { path: path.join(', '), ended: null }
    const reached = goal?.type === 'goal' && goal.config?.did && occurred(goal.config.did, entered)
    if (reached) {
      goals.push(Number(reached.properties[goal.config?.value ?? ''] ?? 0))
      return { path: [...path, `${node.id} goal`].join(', '), ended: 'goal' }
    }
    if (awaited) shown = awaited
    if (node.type === 'send') messages.push({ asunto: node.config.asunto, at: now, event: shown })
    if (node.type === 'condition') branch = passes(node, shown) ? 'yes' : 'no'
    path.push(branch === undefined ? node.id : `${node.id} ${branch}`)
    const { id } = node
    const to = edges.find(([from, , name]) => from === id && name === branch)?.[1]
    node = nodes.find((each) => each.id === to)
  }
  return { path: path.join(', '), ended: 'end' }

  function passes(
    { config }: Extract<AutomationNode, { type: 'condition' }>,
    event: PlainEvent | undefined,
  ): boolean {
    const { did, did_not } = config
    const since = (within: string | undefined) =>
      within === undefined ? entered : now - hoursOf(within)
    return (
      (!config.event || (event !== undefined && matches(config.event, event))) &&
      (!did || occurred(did, since(did.within)) !== undefined) &&
      (!did_not || occurred(did_not, since(did_not.within)) === undefined)
    )
  }
}

const hoursOf = (period: string) => Number(period.replace('h', '')) * hourMs

function matches(filters: readonly PropertyFilter[] = [], { properties }: PlainEvent): boolean {
  return filters.every(({ property, operator, value }) => {
    const found = properties[property]
    if (operator === 'gte') return Number(found) >= Number(value)
    if (operator === 'eq') return found === value
    throw new Error(`no operator ${operator} here`)
  })
}
