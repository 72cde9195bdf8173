import type { FieldRule } from '../../contract/shapes/rules/field-rule.ts'
import type { Conditions, EventRule } from '../../contract/shapes/segment.ts'
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
  const { event, name, count, properties, sum, first, last } = rule
  const { campaign_id: campaign, link, negate = false } = rule
  const filters = properties?.map(({ property, ...filter }) =>
    describeField(messages, { field: property, ...filter }),
  )
  const parts = [
    messages.happened(event, negate),
    name !== undefined && `“${name}”`,
    filters && `${messages.withProperties} ${filters.join(', ')}`,
    count && `${messages.counts[count.op]} ${messages.times(count.n)}`,
    sum && describeSum(messages, sum),
    first && `${messages.first} ${describePeriod(messages, first)}`,
    last && `${messages.last} ${describePeriod(messages, last)}`,
    rule.within && describePeriod(messages, { within: rule.within }),
    rule.between && describePeriod(messages, { between: rule.between }),
    campaign !== undefined && messages.inCampaign(String(campaign)),
    link !== undefined && messages.onLink(link),
  ]
  return parts.filter((part) => typeof part === 'string').join(' ')
}

const describeSum = (
  messages: ConditionMessages,
  { property, currency, op, n }: NonNullable<EventRule['sum']>,
): string =>
  messages.sum(
    messages.counts[op],
    currency === undefined ? String(n) : `${n} ${currency}`,
    property,
  )

function describePeriod(
  messages: ConditionMessages,
  { within, before, between }: NonNullable<EventRule['first']>,
): string {
  if (between) return messages.fromTo(between.from, between.to)
  return before ? messages.moreThanDaysAgo(before.days) : messages.withinDays(within?.days ?? 0)
}
