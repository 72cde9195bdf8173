import type { Problem, Values } from '../core/failure.ts'
import type { ProblemCode } from '../core/problem-codes.ts'
import { checkConfig, checkName, type IsOfType, type ReportProblem } from './automation-config.ts'
import {
  branchesOf,
  loopsIn,
  reachableFrom,
  type Successors,
  withoutWaits,
} from './automation-graph.ts'
import { check } from './check.ts'
import { type AutomationDefinition, automationSettings } from './shapes/flows/automation.ts'
import {
  type AutomationEdge,
  type AutomationNode,
  automationEdge,
  automationNode,
  type Trigger,
  trigger,
} from './shapes/flows/automation-node.ts'

/** The unvalidated parts of a definition. */
export interface SentDefinition {
  trigger: unknown
  nodes: readonly unknown[]
  edges: readonly unknown[]
  settings?: unknown
}

/** The readable parts of a definition. A part with a wrong shape is missing. */
export interface ReadDefinition {
  trigger: Trigger | undefined
  nodes: readonly (AutomationNode | undefined)[]
  edges: readonly (AutomationEdge | undefined)[]
  settings: AutomationDefinition['settings'] | undefined
}

interface CheckedDefinition {
  read: ReadDefinition
  /** By JSON Pointer. */
  problems: Problem[]
  /** Present if there are no problems. */
  definition?: AutomationDefinition
}

/**
 * Returns all problems of a flow. References to lists and fields are validated elsewhere, because
 * they depend on the account.
 */
export function checkDefinition(sent: SentDefinition): CheckedDefinition {
  const state: CheckState = { problems: [] }
  const read: ReadDefinition = {
    trigger: shaped(state, '/trigger', check(trigger, sent.trigger)),
    nodes: sent.nodes.map((node, index) =>
      shaped(state, `/nodes/${index}`, check(automationNode, node)),
    ),
    edges: sent.edges.map((edge, index) =>
      shaped(state, `/edges/${index}`, check(automationEdge, edge)),
    ),
    settings: shaped(state, '/settings', check(automationSettings, sent.settings ?? {})),
  }
  const names = new Map<string, number>()
  sent.nodes.forEach((node, index) => {
    const name = nameOf(node)
    if (name === undefined) return
    if (names.has(name)) problemAt(state, `/nodes/${index}/id`, 'duplicate')
    else names.set(name, index)
  })
  const flow: ReadFlow = { ...read, names }
  const isOfType = createTypeCheck(flow)
  read.nodes.forEach((node, index) => {
    if (node) checkConfig(node, isOfType, reportBelow(state, `/nodes/${index}/config`))
  })
  checkReentry(state, read)
  const goal = read.settings?.goal
  if (goal !== undefined) {
    checkName(goal, { path: '/goal', type: 'goal' }, isOfType, reportBelow(state, '/settings'))
  }
  checkGraph(state, flow)
  const { problems } = state
  if (problems.length > 0) return { read, problems }
  // Without problems, all parts could be read.
  return { read, problems, definition: read as AutomationDefinition }
}

/** Only events have properties, and who enters always needs no key. */
function checkReentry(state: CheckState, { trigger, settings }: ReadDefinition): void {
  if (settings?.reentry_key === undefined) return
  const path = '/settings/reentry_key'
  if (trigger && trigger.type !== 'event') problemAt(state, path, 'unknown_field')
  else if (settings.reentry === 'always') {
    problemAt(state, path, 'not_together', { other: 'reentry: always' })
  }
}

interface CheckState {
  problems: Problem[]
}

interface ReadFlow extends Omit<ReadDefinition, 'trigger'> {
  /** The index of every node that has a name, whatever its other problems. */
  names: ReadonlyMap<string, number>
}

function problemAt(
  { problems }: CheckState,
  field: string,
  code: ProblemCode,
  values?: Values,
): void {
  problems.push({ field, code, ...(values && { values }) })
}

const reportBelow =
  (state: CheckState, path: string): ReportProblem =>
  (inside, code, values) =>
    problemAt(state, path + inside, code, values)

/** An unreadable node matches any type. */
const createTypeCheck =
  ({ nodes, names }: ReadFlow): IsOfType =>
  (name, type) => {
    const index = names.get(name)
    return index === undefined ? undefined : (nodes[index]?.type ?? type) === type
  }

function shaped<T>(
  state: CheckState,
  path: string,
  checked: { value: T } | { problems: readonly Problem[] },
): T | undefined {
  if ('value' in checked) return checked.value
  for (const { field, code, values } of checked.problems) {
    problemAt(state, field === '' ? path : `${path}/${field.replaceAll('.', '/')}`, code, values)
  }
  return undefined
}

const nameOf = (node: unknown): string | undefined =>
  typeof node === 'object' && node !== null && 'id' in node && typeof node.id === 'string'
    ? node.id
    : undefined

/** Linear in the number of nodes and edges, and not recursive. */
function checkGraph(state: CheckState, flow: ReadFlow): void {
  const { nodes, edges, names, settings } = flow
  const types = nodes.map((node) => node?.type ?? '')
  const successors: number[][] = nodes.map(() => [])
  const taken = new Set<string>()
  edges.forEach((edge, index) => {
    if (!edge) return
    const path = `/edges/${index}`
    const [from, to] = [names.get(edge.from), names.get(edge.to)]
    if (to === undefined) problemAt(state, `${path}/to`, 'unknown_node', { node: edge.to })
    else if (types[to] === 'trigger') problemAt(state, `${path}/to`, 'leads_back')
    if (from === undefined) {
      problemAt(state, `${path}/from`, 'unknown_node', { node: edge.from })
      return
    }
    if (to !== undefined) successors[from]?.push(to)
    const edgeKey = `${edge.from}/${edge.branch ?? ''}`
    if (taken.has(edgeKey)) problemAt(state, path, 'duplicate')
    taken.add(edgeKey)
    const node = nodes[from]
    if (node) checkBranch(state, node, edge, path)
  })
  nodes.forEach((node, index) => {
    if (!node) return
    for (const branch of branchesOf(node)) {
      // A node without branches may end the flow.
      if (branch === undefined || taken.has(`${node.id}/${branch}`)) continue
      problemAt(state, `/nodes/${index}`, 'missing_branch', { branch })
    }
  })
  const starts = types.flatMap((type, index) => (type === 'trigger' ? [index] : []))
  if (starts.length === 0) problemAt(state, '/nodes', 'one_trigger')
  for (const index of starts.slice(1)) problemAt(state, `/nodes/${index}/type`, 'one_trigger')
  checkPaths(state, { nodes, successors, starts: [...starts, ...goalOf(settings, names)] })
}

/** The goal is a start of its own, because a contact can jump there from any node. */
const goalOf = (settings: ReadFlow['settings'], names: ReadFlow['names']): number[] => {
  const goal = settings?.goal === undefined ? undefined : names.get(settings.goal)
  return goal === undefined ? [] : [goal]
}

function checkBranch(
  state: CheckState,
  node: AutomationNode,
  { branch }: AutomationEdge,
  path: string,
): void {
  const branches = branchesOf(node)
  if (branches.length === 0) {
    problemAt(state, `${path}/from`, 'after_end')
  } else if (!branches.includes(branch)) {
    const choices = branches.filter((each) => each !== undefined)
    if (choices.length === 0) problemAt(state, `${path}/branch`, 'unknown_field')
    else if (branch === undefined) problemAt(state, `${path}/branch`, 'required')
    else problemAt(state, `${path}/branch`, 'not_a_choice', { choices: choices.join(', ') })
  }
}

interface Graph {
  nodes: ReadFlow['nodes']
  successors: Successors
  starts: readonly number[]
}

function checkPaths(state: CheckState, { nodes, successors, starts }: Graph): void {
  if (starts.length > 0) {
    const reached = reachableFrom(starts, successors)
    nodes.forEach((_, index) => {
      if (!reached.has(index)) problemAt(state, `/nodes/${index}`, 'unreachable')
    })
  }
  for (const index of loopsIn(withoutWaits(nodes, successors))) {
    problemAt(state, `/nodes/${index}`, 'endless_loop')
  }
}
