import { createHash } from 'node:crypto'
import type { AutomationNode } from '../../src/contract/shapes/automation-node.ts'
import type { Conditions } from '../../src/contract/shapes/segment.ts'
import type { Drawn } from './automations.ts'

/** A contact as a test knows it. */
export interface Traveller {
  tags: Set<string>
  /** Of the list's one field. */
  city: string
  isActive: boolean
}

/** Something that comes from outside, `at` so many milliseconds after the start. */
export type Happening = { at: number } & (
  | { does: 'event'; name: string }
  | { does: 'tag'; tag: string }
  | { does: 'untag'; tag: string }
  | { does: 'leave' }
)

export interface Journey {
  way: string[]
  ended: string | null
}

/**
 * The way of one contact, worked out from the definition alone and in the simplest way: a clock that
 * jumps to whatever comes next.
 */
export function interpret(
  { nodes, edges, settings = {} }: Drawn,
  contact: Traveller,
  happenings: readonly Happening[],
  { run, until }: { run: number; until: number },
): Journey {
  const way: string[] = []
  const nodeOf = (name: string) => nodes.find(({ id }) => id === name)
  const after = (from: string, branch?: string) =>
    edges.find(([source, , name]) => source === from && name === branch)?.[1]
  let at = 0
  let node = nodes.find(({ type }) => type === 'trigger')
  let due = 0
  let awaits: string | undefined
  let ended: string | null = null

  for (const happening of [...happenings, undefined]) {
    const next = happening?.at ?? until
    while (ended === null && due <= next) {
      at = due
      step()
    }
    at = next
    if (happening) happen(happening)
  }
  // What came at the last moment is done at that moment.
  while (ended === null && due <= until) step()
  return { way, ended }

  function step(): void {
    if (!node) return
    const goal = settings.goal === undefined ? undefined : nodeOf(settings.goal)
    const isThere =
      goal?.type === 'goal' && goal.config?.conditions && holds(goal.config.conditions, contact)
    if (!contact.isActive) end('left')
    else if (isThere) end('goal')
    else if (node.type === 'exit' || node.type === 'goal') end(node.type)
    else goOn(node)
  }

  function goOn(node: AutomationNode): void {
    const branch = act(node)
    way.push(branch === undefined ? node.id : `${node.id} ${branch}`)
    const to = after(node.id, branch)
    if (to === undefined) ended = 'end'
    else arrive(to)
  }

  function end(by: string): void {
    way.push(`${node?.id} ${by}`)
    ended = by
  }

  function act(here: AutomationNode): string | undefined {
    switch (here.type) {
      case 'condition':
        return holds(here.config.conditions, contact) ? 'yes' : 'no'
      case 'wait_event':
        return awaits === undefined ? 'yes' : 'timeout'
      case 'split':
        return drawn(run, here.id, here.config.shares)
      case 'add_tag':
        contact.tags.add(here.config.tag)
        return undefined
      case 'remove_tag':
        contact.tags.delete(here.config.tag)
        return undefined
      case 'set_field':
        contact.city = String(here.config.value)
        return undefined
      default:
        return undefined
    }
  }

  function arrive(to: string): void {
    node = nodeOf(to)
    due = at
    awaits = undefined
    if (node?.type === 'delay') due = at + hoursOf(node.config.period)
    if (node?.type === 'wait_event') {
      due = at + hoursOf(node.config.timeout)
      awaits = node.config.name
    }
  }

  function happen(happening: Happening): void {
    if (happening.does === 'tag') contact.tags.add(happening.tag)
    if (happening.does === 'untag') contact.tags.delete(happening.tag)
    if (happening.does === 'leave') contact.isActive = false
    if (happening.does === 'event' && awaits === happening.name && node?.type === 'wait_event') {
      awaits = undefined
      due = at
    }
  }
}

const hoursOf = (period = '0h') => Number(period.replace('h', '')) * 3_600_000

/** As the guide says it: the number of the run and the name of the node decide. */
function drawn(run: number, node: string, shares: Readonly<Record<string, number>>): string {
  const hash = createHash('sha256').update(`${run}/${node}`).digest('hex')
  let percent = Number(BigInt(`0x${hash.slice(0, 12)}`) % 100n)
  for (const [branch, share] of Object.entries(shares).sort()) {
    percent -= share
    if (percent < 0) return branch
  }
  throw new Error('the shares are not a hundred')
}

function holds({ op, rules }: Conditions, contact: Traveller): boolean {
  const each = rules.map((rule) => {
    if ('rules' in rule) return holds(rule, contact)
    if (!('field' in rule)) throw new Error('no such rule here')
    const held = rule.field === 'tags' ? [...contact.tags] : [contact.city]
    const isHeld = held.includes(String(rule.value))
    return ['eq', 'contains'].includes(rule.operator) ? isHeld : !isHeld
  })
  if (op === 'and') return each.every(Boolean)
  return op === 'or' ? each.some(Boolean) : !each.some(Boolean)
}
