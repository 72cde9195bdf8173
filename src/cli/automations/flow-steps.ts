import { branchesOf, createNextNode } from '../../contract/automation-graph.ts'
import type { AutomationDefinition } from '../../contract/shapes/flows/automation.ts'
import type { AutomationNode, Trigger } from '../../contract/shapes/flows/automation-node.ts'
import type { Messages } from '../../messages/index.ts'
import type { Step } from '../output/document.ts'
import type { LocalFormat } from '../output/local-value.ts'

type AutomationMessages = Messages['automationMessages']

/** Returns the note of a node that contacts have reached. */
export type FiguresOf = (node: string) => string | undefined

interface Wording {
  messages: AutomationMessages
  local: Pick<LocalFormat, 'duration'>
  /** What stands for a list. */
  listOf: (id: number | string) => string
  figuresOf: FiguresOf
}

/** Draws a flow: each node once, and its name again where two branches join. */
export function stepsOf(
  { trigger, nodes, edges, settings }: AutomationDefinition,
  wording: Wording,
): Step[] {
  const { messages, figuresOf } = wording
  const next = createNextNode(edges)
  const byName = new Map(nodes.map((node) => [node.id, node]))
  const drawn = new Set<string>()
  const entry = nodes.find(({ type }) => type === 'trigger')
  const steps = entry ? stepsFrom(entry.id) : []
  const { goal } = settings
  if (goal === undefined || drawn.has(goal)) return steps
  const [reached] = stepsFrom(goal)
  if (!reached) return steps
  return [...steps, { ...reached, note: `${reached.note}, ${messages.fromAnywhere}` }]

  function stepsFrom(first: string): Step[] {
    const found: Step[] = []
    for (let name: string | undefined = first; name !== undefined; name = next(name)) {
      const node = byName.get(name)
      if (!node) break
      if (drawn.has(name)) {
        found.push({ label: name, isJump: true })
        break
      }
      drawn.add(name)
      const branches = branchesOf(node).flatMap((branch) => {
        const to = branch === undefined ? undefined : next(node.id, branch)
        if (branch === undefined) return []
        return [
          {
            label: describeBranch(messages, node, branch),
            steps: to === undefined ? [] : stepsFrom(to),
          },
        ]
      })
      found.push({
        label: name,
        note: noteOf(node),
        ...(branches.length > 0 && { branches }),
      })
    }
    return found
  }

  function noteOf(node: AutomationNode): string {
    const text =
      node.type === 'trigger' ? describeTrigger(wording, trigger) : describeNode(wording, node)
    const figures = figuresOf(node.id)
    return figures === undefined ? text : `${text} (${figures})`
  }
}

function describeBranch(
  messages: AutomationMessages,
  { type, config }: AutomationNode,
  branch: string,
): string {
  if (type === 'split') return messages.share(branch, String(config.shares[branch]))
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = messages.branches
  return words[type]?.[branch] ?? branch
}

function describeTrigger({ messages, listOf }: Wording, trigger: Trigger): string {
  const { triggers } = messages
  switch (trigger.type) {
    case 'date_field':
      return triggers.date_field(trigger.field)
    case 'event':
      return triggers.event(trigger.event)
    case 'opened':
    case 'clicked':
      return triggers[trigger.type](trigger.campaign_id?.toString())
    default:
      return triggers[trigger.type](listOf(trigger.list_id))
  }
}

function describeNode(
  { messages, local, listOf }: Wording,
  node: Exclude<AutomationNode, { type: 'trigger' }>,
): string {
  switch (node.type) {
    case 'send':
      return messages.send(node.config.asunto)
    case 'delay':
      return describeDelay(messages, local, node.config)
    case 'wait_event': {
      const { event, name, timeout } = node.config
      const awaited = name === undefined ? messages.awaited[event] : messages.awaitedEvent(name)
      return messages.waitEvent(awaited, local.duration(timeout))
    }
    case 'add_list':
    case 'remove_list':
      return messages[node.type](listOf(node.config.list_id))
    case 'add_tag':
    case 'remove_tag':
      return messages[node.type](node.config.tag)
    case 'set_field':
      return messages.set_field(node.config.field)
    case 'webhook':
      return messages.webhook(node.config.url)
    default:
      return messages[node.type]
  }
}

type Delay = Extract<AutomationNode, { type: 'delay' }>['config']

function describeDelay(
  messages: AutomationMessages,
  local: Wording['local'],
  { period, until_hour: hour, until_field: field }: Delay,
): string {
  if (period !== undefined) return messages.waitPeriod(local.duration(period))
  if (hour !== undefined) return messages.waitHour(`${hour}:00`)
  return messages.waitField(field ?? '')
}
