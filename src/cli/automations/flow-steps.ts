import { branchesOf, createNextNode } from '../../contract/automation-graph.ts'
import type { AutomationDefinition } from '../../contract/shapes/automation.ts'
import type { AutomationNode, Trigger } from '../../contract/shapes/automation-node.ts'
import type { Messages } from '../../messages/index.ts'
import type { Step } from '../output/document.ts'

type AutomationMessages = Messages['automationMessages']

/** Returns the note of a node that contacts have reached. */
export type FiguresOf = (node: string) => string | undefined

/** Draws a flow: each node once, and its name again where two branches join. */
export function stepsOf(
  messages: AutomationMessages,
  { trigger, nodes, edges, settings }: AutomationDefinition,
  figuresOf: FiguresOf,
): Step[] {
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
      node.type === 'trigger' ? describeTrigger(messages, trigger) : describeNode(messages, node)
    const figures = figuresOf(node.id)
    return figures === undefined ? text : `${text} (${figures})`
  }
}

function describeBranch(
  messages: AutomationMessages,
  { type, config }: AutomationNode,
  branch: string,
): string {
  const share = type === 'split' ? config.shares[branch] : undefined
  return share === undefined ? branch : messages.share(branch, String(share))
}

function describeTrigger({ triggers }: AutomationMessages, trigger: Trigger): string {
  switch (trigger.type) {
    case 'date_field':
      return triggers.date_field(trigger.field)
    case 'event':
      return triggers.event(trigger.event)
    case 'opened':
    case 'clicked':
      return triggers[trigger.type](trigger.campaign_id?.toString())
    default:
      return triggers[trigger.type](String(trigger.list_id))
  }
}

function describeNode(
  messages: AutomationMessages,
  node: Exclude<AutomationNode, { type: 'trigger' }>,
): string {
  switch (node.type) {
    case 'send':
      return messages.send(node.config.asunto)
    case 'delay':
      return describeDelay(messages, node.config)
    case 'wait_event':
      return messages.waitEvent(node.config.name ?? node.config.event, node.config.timeout)
    case 'add_list':
    case 'remove_list':
      return messages[node.type](String(node.config.list_id))
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
  { period, until_hour: hour, until_field: field }: Delay,
): string {
  if (period !== undefined) return messages.waitPeriod(period)
  if (hour !== undefined) return messages.waitHour(`${hour}:00`)
  return messages.waitField(field ?? '')
}
