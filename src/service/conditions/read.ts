import { type Checked, check } from '../../contract/check.ts'
import {
  type EventRule,
  eventRule,
  type FieldRule,
  fieldRule,
  mostGroups,
  mostRules,
} from '../../contract/shapes/segment.ts'
import type { Problem, ProblemCode, Values } from '../../core/failure.ts'
import { type Catalogue, findAskable, recordedEvents } from './catalogue.ts'
import { operatorsOf, questionOf } from './operators.ts'
import { type GroupTest, rulesOf, type Test } from './tree.ts'
import { readAsks } from './value.ts'

export interface ReadConditions {
  test: GroupTest
  /** Every rule that is wrong, by JSON Pointer. With one of them the test is not to be used. */
  problems: Problem[]
}

/** Conditions as they were sent, to a test that can be made of every contact. */
export function readConditions(sent: unknown, catalogue: Catalogue): ReadConditions {
  const reading: Reading = { catalogue, problems: [] }
  const test = readGroup(reading, sent, '', 1)
  if (rulesOf(test).length > mostRules) {
    reading.problems.push(problem('', 'too_many', { limit: mostRules }))
  }
  return { test, problems: reading.problems }
}

interface Reading {
  catalogue: Catalogue
  problems: Problem[]
}

/** Pointers begin at the body, where the tree is called `conditions`. */
export const problem = (pointer: string, code: ProblemCode, values?: Values): Problem => ({
  field: `/conditions${pointer}`,
  code,
  ...(values && { values }),
})

type Sent = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const groupOps = ['and', 'or', 'not'] as const

function readGroup(reading: Reading, sent: unknown, pointer: string, depth: number): GroupTest {
  const { problems } = reading
  const group: GroupTest = { kind: 'group', op: 'and', tests: [] }
  if (!isObject(sent)) {
    problems.push(problem(pointer, 'wrong_type'))
    return group
  }
  if (depth > mostGroups) {
    problems.push(problem(pointer, 'too_deep', { limit: mostGroups }))
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
    tests: readRules(reading, sent.rules, `${pointer}/rules`, depth),
  }
}

function readRules(reading: Reading, sent: unknown, pointer: string, depth: number): Test[] {
  if (!Array.isArray(sent)) {
    reading.problems.push(problem(pointer, sent === undefined ? 'required' : 'wrong_type'))
    return []
  }
  if (sent.length === 0) reading.problems.push(problem(pointer, 'too_few', { limit: 1 }))
  // One more than may be is enough to say that there are too many.
  return sent
    .slice(0, mostRules + 1)
    .flatMap((rule, index) => readRule(reading, rule, `${pointer}/${index}`, depth))
}

function readRule(reading: Reading, sent: unknown, pointer: string, depth: number): Test[] {
  if (isObject(sent) && ('rules' in sent || 'op' in sent)) {
    return [readGroup(reading, sent, pointer, depth + 1)]
  }
  if (isObject(sent) && 'event' in sent) {
    const rule = shaped(reading, check(eventRule, sent), pointer)
    return rule ? readEvent(reading, rule, pointer) : []
  }
  const rule = shaped(reading, check(fieldRule, sent), pointer)
  return rule ? readField(reading, rule, pointer) : []
}

function shaped<T>(reading: Reading, checked: Checked<T>, pointer: string): T | undefined {
  if ('value' in checked) return checked.value
  for (const { field, code, values } of checked.problems) {
    const inside = field === '' ? '' : `/${field.replaceAll('.', '/')}`
    reading.problems.push(problem(pointer + inside, code, values))
  }
  return undefined
}

function readField(
  { catalogue, problems }: Reading,
  { field, operator, value }: FieldRule,
  pointer: string,
): Test[] {
  const askable = findAskable(catalogue, field)
  if (!askable) {
    problems.push(problem(`${pointer}/field`, 'unknown_field'))
    return []
  }
  if ('choices' in askable) {
    const choices = askable.choices.join(', ')
    problems.push(problem(`${pointer}/field`, 'ambiguous', { choices }))
    return []
  }
  const operators = operatorsOf[askable.type]
  if (!operators.includes(operator)) {
    const choices = operators.join(', ')
    problems.push(problem(`${pointer}/operator`, 'not_a_choice', { choices }))
    return []
  }
  const { question, denied } = questionOf(operator)
  const read = readAsks(askable, question, value)
  if (!('asks' in read)) {
    const place = read.at === undefined ? '' : `/${read.at}`
    problems.push(problem(`${pointer}/value${place}`, read.code, read.values))
    return []
  }
  return [{ kind: 'field', pointer, subject: askable.subject, asks: read.asks, denied }]
}

function readEvent({ problems }: Reading, rule: EventRule, pointer: string): Test[] {
  const before = problems.length
  const wrong = (place: string, code: ProblemCode, values?: Values) =>
    problems.push(problem(`${pointer}/${place}`, code, values))
  const { count = { op: 'gte', n: 1 }, within, between, link, negate } = rule
  const event = recordedEvents.find((each) => each === rule.event)
  if (!event) wrong('event', 'not_a_choice', { choices: recordedEvents.join(', ') })
  if (rule.name !== undefined) wrong('name', 'unknown_field')
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
      denied: negate ?? false,
    },
  ]
}

/** A key as a JSON Pointer has it (RFC 6901). */
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')
