import { type Checked, check } from '../../contract/check.ts'
import { contactFieldTypes, operatorsOf } from '../../contract/segment-fields.ts'
import { type FieldRule, fieldRule } from '../../contract/shapes/rules/field-rule.ts'
import { type EventRule, eventRule, maxGroups, maxRules } from '../../contract/shapes/segment.ts'
import type { Problem, Values } from '../../core/failure.ts'
import type { ProblemCode } from '../../core/problem-codes.ts'
import { type Catalogue, findField, nameOfField, recordedEvents } from './catalogue.ts'
import type { EventCatalogue } from './event-catalogue.ts'
import { splitOperator } from './operators.ts'
import { readCustomEvent } from './read-custom-event.ts'
import { type GroupTest, rulesOf, type Test } from './tree.ts'
import { parsePredicate } from './value.ts'

interface ReadConditions {
  test: GroupTest
  /** Every invalid rule, by JSON Pointer. If there are any, the test must not be used. */
  problems: Problem[]
}

/** Parses submitted conditions into a test. */
export function readConditions(
  sent: unknown,
  { catalogue, events, accountId }: Known,
): ReadConditions {
  const context: ReadContext = { catalogue, events, accountId, problems: [] }
  const test = readGroup(context, sent, '', 1)
  if (rulesOf(test).length > maxRules) {
    context.problems.push(problem('', 'too_many', { limit: maxRules }))
  }
  return { test, problems: context.problems }
}

/** What the rules of an account can be about. */
interface Known {
  catalogue: Catalogue
  events: EventCatalogue
  accountId: number
}

interface ReadContext extends Known {
  problems: Problem[]
}

/** Pointers start at the request body, which contains the tree as `conditions`. */
export const problem = (pointer: string, code: ProblemCode, values?: Values): Problem => ({
  field: `/conditions${pointer}`,
  code,
  ...(values && { values }),
})

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const groupOps = ['and', 'or', 'not'] as const

function readGroup(context: ReadContext, sent: unknown, pointer: string, depth: number): GroupTest {
  const { problems } = context
  const group: GroupTest = { kind: 'group', op: 'and', tests: [] }
  if (!isObject(sent)) {
    problems.push(problem(pointer, 'wrong_type'))
    return group
  }
  if (depth > maxGroups) {
    problems.push(problem(pointer, 'too_deep', { limit: maxGroups }))
    return group
  }
  for (const key of Object.keys(sent)) {
    if (key !== 'op' && key !== 'rules') {
      problems.push(problem(`${pointer}/${escaped(key)}`, 'unknown_field'))
    }
  }
  const op = groupOps.find((each) => each === sent.op)
  if (!op) {
    const code = sent.op === undefined ? 'required' : 'not_a_choice'
    problems.push(problem(`${pointer}/op`, code, { choices: groupOps.join(', ') }))
  }
  return {
    ...group,
    op: op ?? 'and',
    tests: readRules(context, sent.rules, `${pointer}/rules`, depth),
  }
}

function readRules(context: ReadContext, sent: unknown, pointer: string, depth: number): Test[] {
  if (!Array.isArray(sent)) {
    context.problems.push(problem(pointer, sent === undefined ? 'required' : 'wrong_type'))
    return []
  }
  if (sent.length === 0) context.problems.push(problem(pointer, 'too_few', { limit: 1 }))
  // One more than allowed is enough to detect that there are too many.
  return sent
    .slice(0, maxRules + 1)
    .flatMap((rule, index) => readRule(context, rule, `${pointer}/${index}`, depth))
}

function readRule(context: ReadContext, sent: unknown, pointer: string, depth: number): Test[] {
  if (isObject(sent) && ('rules' in sent || 'op' in sent)) {
    return [readGroup(context, sent, pointer, depth + 1)]
  }
  if (isObject(sent) && 'event' in sent) {
    const rule = checkShape(context, check(eventRule, sent), pointer)
    return rule ? readEvent(context, rule, pointer) : []
  }
  const rule = checkShape(context, check(fieldRule, sent), pointer)
  return rule ? readField(context, rule, pointer) : []
}

function checkShape<T>(context: ReadContext, checked: Checked<T>, pointer: string): T | undefined {
  if ('value' in checked) return checked.value
  for (const { field, code, values } of checked.problems) {
    const inside = field === '' ? '' : `/${field.replaceAll('.', '/')}`
    context.problems.push(problem(pointer + inside, code, values))
  }
  return undefined
}

function readField(
  { catalogue, problems }: ReadContext,
  { field, operator, value }: FieldRule,
  pointer: string,
): Test[] {
  const conditionField = findField(catalogue, field)
  if (!conditionField) {
    const known = [...Object.keys(contactFieldTypes), ...catalogue.fields.map(nameOfField)]
    const values = { known: [...new Set(known)].join(', ') }
    problems.push(problem(`${pointer}/field`, 'unknown_field', values))
    return []
  }
  if ('choices' in conditionField) {
    const choices = conditionField.choices.join(', ')
    problems.push(problem(`${pointer}/field`, 'ambiguous', { choices }))
    return []
  }
  const operators = operatorsOf[conditionField.type]
  if (!operators.includes(operator)) {
    const choices = operators.join(', ')
    problems.push(problem(`${pointer}/operator`, 'not_a_choice', { choices }))
    return []
  }
  const { base, isNegated } = splitOperator(operator)
  const read = parsePredicate(conditionField, base, value)
  if (!('predicate' in read)) {
    const path = read.index === undefined ? '' : `/${read.index}`
    problems.push(problem(`${pointer}/value${path}`, read.code, read.values))
    return []
  }
  return [
    {
      kind: 'field',
      pointer,
      source: conditionField.source,
      predicate: read.predicate,
      isNegated,
    },
  ]
}

const onlyOfCustomEvents = ['name', 'properties', 'sum', 'first', 'last'] as const

function readEvent(
  { problems, events, accountId }: ReadContext,
  rule: EventRule,
  pointer: string,
): Test[] {
  if (rule.event === 'custom' || rule.event === 'conversion') {
    const read = readCustomEvent(rule, events, { accountId, pointer })
    problems.push(...read.problems)
    return read.tests
  }
  const before = problems.length
  const wrong = (path: string, code: ProblemCode, values?: Values) =>
    problems.push(problem(`${pointer}/${path}`, code, values))
  const { count = { op: 'gte', n: 1 }, within, between, link, negate } = rule
  const event = recordedEvents.find((each) => each === rule.event)
  for (const key of onlyOfCustomEvents) {
    if (rule[key] !== undefined) wrong(key, 'unknown_field')
  }
  if (link !== undefined && event && event !== 'click') wrong('link', 'unknown_field')
  if (link === '') wrong('link', 'too_short', { limit: 1 })
  if (within && between) wrong('between', 'unknown_field')
  const period = between && { from: Date.parse(between.from), to: Date.parse(between.to) }
  if (period && period.from > period.to) wrong('between', 'bad_range')
  if (!event || problems.length > before) return []
  return [
    {
      kind: 'event',
      pointer,
      event,
      count,
      ...(period && { between: period }),
      ...(within && { withinDays: within.days }),
      ...(rule.campaign_id !== undefined && { campaignId: Number(rule.campaign_id) }),
      ...(link !== undefined && { link }),
      isNegated: negate ?? false,
    },
  ]
}

/** Escapes a key for a JSON Pointer (RFC 6901). */
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** Returns the names of custom events in conditions that are not validated yet. */
export function eventNamesIn(sent: unknown, depth = 1): string[] {
  if (!isObject(sent) || depth > maxGroups + 1) return []
  if (typeof sent.name === 'string') return [sent.name]
  const { rules } = sent
  return Array.isArray(rules)
    ? rules.slice(0, maxRules + 1).flatMap((rule) => eventNamesIn(rule, depth + 1))
    : []
}
