import type { Conditions, EventRule, FieldRule } from '../../contract/shapes/segment.ts'
import type { Messages } from '../../messages/index.ts'

type ConditionMessages = Messages['conditionMessages']

/** A line for a group or a rule. */
interface ConditionLine {
  /** The JSON pointer into the conditions, as in `segments count`. */
  pointer: string
  rule: string
}

const indent = '  '

/** Describes conditions: one line per rule, indented below the line of its group. */
export function linesOf(
  messages: ConditionMessages,
  { op, rules }: Conditions,
  { pointer, depth }: { pointer: string; depth: number } = { pointer: '', depth: 0 },
): ConditionLine[] {
  const inner = rules.flatMap((rule, index) => {
    const nested = { pointer: `${pointer}/rules/${index}`, depth: depth + 1 }
    if ('rules' in rule) return linesOf(messages, rule, nested)
    return [
      { pointer: nested.pointer, rule: indent.repeat(nested.depth) + describeRule(messages, rule) },
    ]
  })
  return [{ pointer, rule: indent.repeat(depth) + messages[op] }, ...inner]
}

/** Describes one rule. */
const describeRule = (messages: ConditionMessages, rule: FieldRule | EventRule): string =>
  'event' in rule ? describeEvent(messages, rule) : describeField(messages, rule)

function describeField(messages: ConditionMessages, { field, operator, value }: FieldRule): string {
  const glue = operator === 'between' ? ` ${messages.through} ` : ', '
  const text = Array.isArray(value) ? value.join(glue) : value
  return [field, messages.operators[operator], text].filter((part) => part !== undefined).join(' ')
}

function describeEvent(messages: ConditionMessages, rule: EventRule): string {
  const { event, count, within, between, campaign_id: campaign, link, negate = false } = rule
  const parts = [
    messages.happened(event, negate),
    count && `${messages.counts[count.op]} ${messages.times(count.n)}`,
    within && messages.withinDays(within.days),
    between && messages.fromTo(between.from, between.to),
    campaign !== undefined && messages.inCampaign(String(campaign)),
    link !== undefined && messages.onLink(link),
  ]
  return parts.filter((part) => typeof part === 'string').join(' ')
}
