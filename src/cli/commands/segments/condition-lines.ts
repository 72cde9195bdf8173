import type { Conditions, EventRule, FieldRule } from '../../../contract/shapes/segment.ts'
import type { Messages } from '../../../messages/index.ts'

type Words = Messages['conditionWords']

/** A group's head or a rule, in words. */
export interface ConditionLine {
  /** Into the conditions, as `segments count` names a rule. */
  pointer: string
  rule: string
}

const indent = '  '

/** Conditions as people read them: a line a rule, each group below its head and further in. */
export function linesOf(
  words: Words,
  { op, rules }: Conditions,
  { pointer, depth }: { pointer: string; depth: number } = { pointer: '', depth: 0 },
): ConditionLine[] {
  const inner = rules.flatMap((rule, index) => {
    const place = { pointer: `${pointer}/rules/${index}`, depth: depth + 1 }
    if ('rules' in rule) return linesOf(words, rule, place)
    return [{ pointer: place.pointer, rule: indent.repeat(place.depth) + sayRule(words, rule) }]
  })
  return [{ pointer, rule: indent.repeat(depth) + words[op] }, ...inner]
}

/** A rule in words, by itself. */
export const sayRule = (words: Words, rule: FieldRule | EventRule): string =>
  'event' in rule ? sayEvent(words, rule) : sayField(words, rule)

function sayField(words: Words, { field, operator, value }: FieldRule): string {
  const glue = operator === 'between' ? ` ${words.through} ` : ', '
  const said = Array.isArray(value) ? value.join(glue) : value
  return [field, words.operators[operator], said].filter((part) => part !== undefined).join(' ')
}

function sayEvent(words: Words, rule: EventRule): string {
  const { event, count, within, between, campaign_id: campaign, link, negate = false } = rule
  const parts = [
    words.happened(event, negate),
    count && `${words.counts[count.op]} ${words.times(count.n)}`,
    within && words.withinDays(within.days),
    between && words.fromTo(between.from, between.to),
    campaign !== undefined && words.inCampaign(String(campaign)),
    link !== undefined && words.onLink(link),
  ]
  return parts.filter((part) => typeof part === 'string').join(' ')
}
