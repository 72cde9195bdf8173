import { branchesOf, wayFinder } from '../../../contract/automation-graph.ts'
import type { AutomationDefinition } from '../../../contract/shapes/automation.ts'
import type { AutomationNode, Trigger } from '../../../contract/shapes/automation-node.ts'
import type { Messages } from '../../../messages/index.ts'
import type { Step } from '../../output/document.ts'

type Words = Messages['automationWords']

/** What is said beside a node, for one that somebody came to. */
export type FiguresOf = (node: string) => string | undefined

/** A flow as it is drawn: each node once, and where two ways meet, its name again. */
export function stepsOf(
  words: Words,
  { trigger, nodes, edges, settings }: AutomationDefinition,
  figuresOf: FiguresOf,
): Step[] {
  const next = wayFinder(edges)
  const byName = new Map(nodes.map((node) => [node.id, node]))
  const drawn = new Set<string>()
  const entry = nodes.find(({ type }) => type === 'trigger')
  const steps = entry ? stepsFrom(entry.id) : []
  const { goal } = settings
  if (goal === undefined || drawn.has(goal)) return steps
  const [reached] = stepsFrom(goal)
  if (!reached) return steps
  return [...steps, { ...reached, note: `${reached.note}, ${words.fromAnywhere}` }]

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
          { label: sayBranch(words, node, branch), steps: to === undefined ? [] : stepsFrom(to) },
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
    const said = node.type === 'trigger' ? sayTrigger(words, trigger) : sayNode(words, node)
    const figures = figuresOf(node.id)
    return figures === undefined ? said : `${said} (${figures})`
  }
}

function sayBranch(words: Words, { type, config }: AutomationNode, branch: string): string {
  const share = type === 'split' ? config.shares[branch] : undefined
  return share === undefined ? branch : words.share(branch, String(share))
}

function sayTrigger({ triggers }: Words, trigger: Trigger): string {
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

function sayNode(words: Words, node: Exclude<AutomationNode, { type: 'trigger' }>): string {
  switch (node.type) {
    case 'send':
      return words.send(node.config.asunto)
    case 'delay':
      return sayDelay(words, node.config)
    case 'wait_event':
      return words.waitEvent(node.config.name ?? node.config.event, node.config.timeout)
    case 'add_list':
    case 'remove_list':
      return words[node.type](String(node.config.list_id))
    case 'add_tag':
    case 'remove_tag':
      return words[node.type](node.config.tag)
    case 'set_field':
      return words.set_field(node.config.field)
    case 'webhook':
      return words.webhook(node.config.url)
    default:
      return words[node.type]
  }
}

type Delay = Extract<AutomationNode, { type: 'delay' }>['config']

function sayDelay(words: Words, { period, until_hour: hour, until_field: field }: Delay): string {
  if (period !== undefined) return words.waitPeriod(period)
  if (hour !== undefined) return words.waitHour(`${hour}:00`)
  return words.waitField(field ?? '')
}
