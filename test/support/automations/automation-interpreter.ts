import { createHash } from 'node:crypto'
import type { AutomationNode } from '../../../src/contract/shapes/flows/automation-node.ts'
import type { Conditions } from '../../../src/contract/shapes/segment.ts'
import type { AutomationGraph } from './automations.ts'

/** A contact as plain values. */
export interface ModelContact {
  tags: Set<string>
  /** The value of the only field of the list. */
  city: string
  isActive: boolean
}

/** Something that happens to the contact from outside, `at` this many milliseconds after the start. */
export type ExternalEvent = { at: number } & (
  | { does: 'event'; name: string }
  | { does: 'tag'; tag: string }
  | { does: 'untag'; tag: string }
  | { does: 'leave' }
)

export interface RunPath {
  path: string[]
  ended: string | null
}

/**
 * Computes the path of one contact from the definition alone. A second, simple implementation: its
 * clock jumps from one event or due step to the next.
 */
export function interpret(
  { nodes, edges, settings = {} }: AutomationGraph,
  contact: ModelContact,
  events: readonly ExternalEvent[],
  { run, until }: { run: number; until: number },
): RunPath {
  const path: string[] = []
  const findNode = (name: string) => nodes.find(({ id }) => id === name)
  const nextNodeId = (from: string, branch?: string) =>
    edges.find(([source, , name]) => source === from && name === branch)?.[1]
  let now = 0
  let node = nodes.find(({ type }) => type === 'trigger')
  let dueAt = 0
  let awaitedEvent: string | undefined
  let ended: string | null = null

  for (const event of [...events, undefined]) {
    const next = event?.at ?? until
    while (ended === null && dueAt <= next) {
      now = dueAt
      step()
    }
    now = next
    if (event) apply(event)
  }
  // Events at the last moment still take effect.
  while (ended === null && dueAt <= until) step()
  return { path, ended }

  function step(): void {
    if (!node) return
    const goal = settings.goal === undefined ? undefined : findNode(settings.goal)
    const isGoalReached =
      goal?.type === 'goal' && goal.config?.conditions && matches(goal.config.conditions, contact)
    if (!contact.isActive) end('left')
    else if (isGoalReached) end('goal')
    else if (node.type === 'exit' || node.type === 'goal') end(node.type)
    else proceed(node)
  }

  function proceed(current: AutomationNode): void {
    const branch = execute(current)
    path.push(branch === undefined ? current.id : `${current.id} ${branch}`)
    const to = nextNodeId(current.id, branch)
    if (to === undefined) ended = 'end'
    else arrive(to)
  }

  function end(reason: string): void {
    path.push(`${node?.id} ${reason}`)
    ended = reason
  }

  function execute(current: AutomationNode): string | undefined {
    switch (current.type) {
      case 'condition':
        return matches(current.config.conditions ?? all, contact) ? 'yes' : 'no'
      case 'wait_event':
        return awaitedEvent === undefined ? 'yes' : 'timeout'
      case 'split':
        return assignedBranch(run, current.id, current.config.shares)
      case 'add_tag':
        contact.tags.add(current.config.tag)
        return undefined
      case 'remove_tag':
        contact.tags.delete(current.config.tag)
        return undefined
      case 'set_field':
        contact.city = String(current.config.value)
        return undefined
      default:
        return undefined
    }
  }

  function arrive(to: string): void {
    node = findNode(to)
    dueAt = now
    awaitedEvent = undefined
    if (node?.type === 'delay') dueAt = now + hoursOf(node.config.period)
    if (node?.type === 'wait_event') {
      dueAt = now + hoursOf(node.config.timeout)
      awaitedEvent = node.config.name
    }
  }

  function apply(event: ExternalEvent): void {
    if (event.does === 'tag') contact.tags.add(event.tag)
    if (event.does === 'untag') contact.tags.delete(event.tag)
    if (event.does === 'leave') contact.isActive = false
    if (event.does === 'event' && awaitedEvent === event.name && node?.type === 'wait_event') {
      awaitedEvent = undefined
      dueAt = now
    }
  }
}

const all: Conditions = { op: 'and', rules: [] }

const hoursOf = (period = '0h') => Number(period.replace('h', '')) * 3_600_000

/** Assigns the branch of a split as the guide documents it, from the run's id and the node's id. */
function assignedBranch(
  run: number,
  node: string,
  shares: Readonly<Record<string, number>>,
): string {
  const hash = createHash('sha256').update(`${run}/${node}`).digest('hex')
  let percent = Number(BigInt(`0x${hash.slice(0, 12)}`) % 100n)
  for (const [branch, share] of Object.entries(shares).sort()) {
    percent -= share
    if (percent < 0) return branch
  }
  throw new Error('the shares are not a hundred')
}

function matches({ op, rules }: Conditions, contact: ModelContact): boolean {
  const results = rules.map((rule) => {
    if ('rules' in rule) return matches(rule, contact)
    if (!('field' in rule)) throw new Error('no such rule here')
    const values = rule.field === 'tags' ? [...contact.tags] : [contact.city]
    const isAmong = values.includes(String(rule.value))
    return ['eq', 'contains'].includes(rule.operator) ? isAmong : !isAmong
  })
  if (op === 'and') return results.every(Boolean)
  return op === 'or' ? results.some(Boolean) : !results.some(Boolean)
}
