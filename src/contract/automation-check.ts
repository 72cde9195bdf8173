import type { Problem, ProblemCode, Values } from '../core/failure.ts'
import { checkConfig, checkName, type IsOfType, type Wrong } from './automation-config.ts'
import { branchesOf, hurried, loopsIn, reachedFrom, type Ways } from './automation-graph.ts'
import { check } from './check.ts'
import { type AutomationDefinition, automationSettings } from './shapes/automation.ts'
import {
  type AutomationEdge,
  type AutomationNode,
  automationEdge,
  automationNode,
  type Trigger,
  trigger,
} from './shapes/automation-node.ts'

/** The parts of a definition as they were sent. */
export interface SentDefinition {
  trigger: unknown
  nodes: readonly unknown[]
  edges: readonly unknown[]
  settings?: unknown
}

/** What could be read of a definition: a part is missing where its shape is wrong. */
export interface ReadDefinition {
  trigger: Trigger | undefined
  nodes: readonly (AutomationNode | undefined)[]
  edges: readonly (AutomationEdge | undefined)[]
  settings: AutomationDefinition['settings'] | undefined
}

export interface CheckedDefinition {
  read: ReadDefinition
  /** By JSON Pointer. */
  problems: Problem[]
  /** There when nothing is wrong. */
  definition?: AutomationDefinition
}

/** All that is wrong with a flow; of what it names outside itself (lists, fields) only the account knows. */
export function checkDefinition(sent: SentDefinition): CheckedDefinition {
  const reading: Reading = { problems: [] }
  const read: ReadDefinition = {
    trigger: shaped(reading, '/trigger', check(trigger, sent.trigger)),
    nodes: sent.nodes.map((node, index) =>
      shaped(reading, `/nodes/${index}`, check(automationNode, node)),
    ),
    edges: sent.edges.map((edge, index) =>
      shaped(reading, `/edges/${index}`, check(automationEdge, edge)),
    ),
    settings: shaped(reading, '/settings', check(automationSettings, sent.settings ?? {})),
  }
  const names = new Map<string, number>()
  sent.nodes.forEach((node, index) => {
    const name = nameOf(node)
    if (name === undefined) return
    if (names.has(name)) problemAt(reading, `/nodes/${index}/id`, 'duplicate')
    else names.set(name, index)
  })
  const flow: ReadFlow = { ...read, names }
  const isOfType = typeAsker(flow)
  read.nodes.forEach((node, index) => {
    if (node) checkConfig(node, isOfType, wrongBelow(reading, `/nodes/${index}/config`))
  })
  const goal = read.settings?.goal
  if (goal !== undefined) {
    checkName(goal, { place: '/goal', type: 'goal' }, isOfType, wrongBelow(reading, '/settings'))
  }
  checkGraph(reading, flow)
  const { problems } = reading
  if (problems.length > 0) return { read, problems }
  // Nothing is wrong, so every part could be read.
  return { read, problems, definition: read as AutomationDefinition }
}

interface Reading {
  problems: Problem[]
}

interface ReadFlow extends Omit<ReadDefinition, 'trigger'> {
  /** Of every node that has a name, whatever else is wrong with it. */
  names: ReadonlyMap<string, number>
}

function problemAt({ problems }: Reading, field: string, code: ProblemCode, values?: Values): void {
  problems.push({ field, code, ...(values && { values }) })
}

const wrongBelow =
  (reading: Reading, place: string): Wrong =>
  (inside, code, values) =>
    problemAt(reading, place + inside, code, values)

/** What could not be read may be of any type. */
const typeAsker =
  ({ nodes, names }: ReadFlow): IsOfType =>
  (name, type) => {
    const index = names.get(name)
    return index === undefined ? undefined : (nodes[index]?.type ?? type) === type
  }

function shaped<T>(
  reading: Reading,
  place: string,
  checked: { value: T } | { problems: readonly Problem[] },
): T | undefined {
  if ('value' in checked) return checked.value
  for (const { field, code, values } of checked.problems) {
    problemAt(
      reading,
      field === '' ? place : `${place}/${field.replaceAll('.', '/')}`,
      code,
      values,
    )
  }
  return undefined
}

const nameOf = (node: unknown): string | undefined =>
  typeof node === 'object' && node !== null && 'id' in node && typeof node.id === 'string'
    ? node.id
    : undefined

/** Time goes with the number of nodes and edges, and nothing calls itself. */
function checkGraph(reading: Reading, flow: ReadFlow): void {
  const { nodes, edges, names, settings } = flow
  const types = nodes.map((node) => node?.type ?? '')
  const ways: number[][] = nodes.map(() => [])
  const taken = new Set<string>()
  edges.forEach((edge, index) => {
    if (!edge) return
    const place = `/edges/${index}`
    const [from, to] = [names.get(edge.from), names.get(edge.to)]
    if (to === undefined) problemAt(reading, `${place}/to`, 'unknown_node', { node: edge.to })
    else if (types[to] === 'trigger') problemAt(reading, `${place}/to`, 'leads_back')
    if (from === undefined) {
      problemAt(reading, `${place}/from`, 'unknown_node', { node: edge.from })
      return
    }
    if (to !== undefined) ways[from]?.push(to)
    const way = `${edge.from}/${edge.branch ?? ''}`
    if (taken.has(way)) problemAt(reading, place, 'duplicate')
    taken.add(way)
    const node = nodes[from]
    if (node) checkBranch(reading, node, edge, place)
  })
  nodes.forEach((node, index) => {
    if (!node) return
    for (const branch of branchesOf(node)) {
      // A node without branches ends the flow where nothing follows.
      if (branch === undefined || taken.has(`${node.id}/${branch}`)) continue
      problemAt(reading, `/nodes/${index}`, 'missing_branch', { branch })
    }
  })
  const starts = types.flatMap((type, index) => (type === 'trigger' ? [index] : []))
  if (starts.length === 0) problemAt(reading, '/nodes', 'one_trigger')
  for (const index of starts.slice(1)) problemAt(reading, `/nodes/${index}/type`, 'one_trigger')
  checkWays(reading, { nodes, ways, starts: [...starts, ...goalOf(settings, names)] })
}

/** Whoever reaches the goal is taken there from anywhere. */
const goalOf = (settings: ReadFlow['settings'], names: ReadFlow['names']): number[] => {
  const goal = settings?.goal === undefined ? undefined : names.get(settings.goal)
  return goal === undefined ? [] : [goal]
}

function checkBranch(
  reading: Reading,
  node: AutomationNode,
  { branch }: AutomationEdge,
  place: string,
): void {
  const branches = branchesOf(node)
  if (branches.length === 0) {
    problemAt(reading, `${place}/from`, 'after_end')
  } else if (!branches.includes(branch)) {
    const choices = branches.filter((each) => each !== undefined)
    if (choices.length === 0) problemAt(reading, `${place}/branch`, 'unknown_field')
    else if (branch === undefined) problemAt(reading, `${place}/branch`, 'required')
    else problemAt(reading, `${place}/branch`, 'not_a_choice', { choices: choices.join(', ') })
  }
}

interface Graph {
  nodes: ReadFlow['nodes']
  ways: Ways
  starts: readonly number[]
}

function checkWays(reading: Reading, { nodes, ways, starts }: Graph): void {
  if (starts.length > 0) {
    const reached = reachedFrom(starts, ways)
    nodes.forEach((_, index) => {
      if (!reached.has(index)) problemAt(reading, `/nodes/${index}`, 'unreachable')
    })
  }
  for (const index of loopsIn(hurried(nodes, ways))) {
    problemAt(reading, `/nodes/${index}`, 'endless_loop')
  }
}
