import type { EventRule } from '../../contract/shapes/segment.ts'
import type { Problem, Values } from '../../core/failure.ts'
import type { ProblemCode } from '../../core/problem-codes.ts'
import type { EventCatalogue } from './event-catalogue.ts'
import {
  findProperty,
  knownProperties,
  type PropertyTypes,
  readPropertyFilters,
} from './property-filter.ts'
import type { CustomEventTest, Period, SumTest } from './tree.ts'

/** The number of known names that a problem shows. */
const maxNamed = 20

interface ReadRule {
  tests: CustomEventTest[]
  problems: Problem[]
}

/** Parses a rule about custom events or conversions. Problems are named below the rule: `name`. */
export function readCustomEvent(
  rule: EventRule,
  { events, names }: EventCatalogue,
  { accountId, pointer }: { accountId: number; pointer: string },
): ReadRule {
  const problems: Problem[] = []
  const wrong = (field: string, code: ProblemCode, values?: Values) => {
    problems.push({ field: `/conditions${pointer}/${field}`, code, ...(values && { values }) })
  }
  const { name, within, between, sum, first, last, negate = false } = rule
  const known = name === undefined ? undefined : events.get(name)
  const isConversion = rule.event === 'conversion'
  if (name === undefined && !isConversion) wrong('name', 'required')
  if (name !== undefined && !known) {
    const choices = names.slice(0, maxNamed).join(', ') || '–'
    wrong('name', 'unknown_event', { choices })
    return { tests: [], problems }
  }
  if (rule.link !== undefined) wrong('link', 'unknown_field')
  if (rule.campaign_id !== undefined && !isConversion) wrong('campaign_id', 'unknown_field')
  if (within && between) wrong('between', 'unknown_field')
  // Without a name, events have no properties in common.
  const types: PropertyTypes = known?.types ?? new Map()
  const filters = readPropertyFilters(
    rule.properties ?? [],
    { event: name ?? rule.event, types },
    `/conditions${pointer}/properties`,
  )
  problems.push(...filters.problems)
  const context = { wrong, types, event: name ?? rule.event, currencies: known?.currencies ?? [] }
  const sumTest = sum && readSum(sum, context)
  const period = within
    ? ({ days: within.days } as const)
    : between && readBetween(between, 'between', wrong)
  const firstIn = first && readOccurrence(first, 'first', wrong)
  const lastIn = last && readOccurrence(last, 'last', wrong)
  if (problems.length > 0) return { tests: [], problems }
  const test: CustomEventTest = {
    kind: 'custom',
    pointer,
    accountId,
    ...(known && { nameId: known.nameId }),
    isConversion,
    ...(rule.campaign_id !== undefined && { campaignId: Number(rule.campaign_id) }),
    filters: filters.tests,
    ...(period && { period }),
    count: rule.count ?? { op: 'gte', n: 1 },
    ...(sumTest && { sum: sumTest }),
    ...(firstIn && { first: firstIn }),
    ...(lastIn && { last: lastIn }),
    isNegated: negate,
  }
  return { tests: [test], problems }
}

type Wrong = (field: string, code: ProblemCode, values?: Values) => void

interface SumContext {
  wrong: Wrong
  types: PropertyTypes
  event: string
  currencies: readonly string[]
}

function readSum(
  { property = 'value', currency, op, n }: NonNullable<EventRule['sum']>,
  { wrong, types, event, currencies }: SumContext,
): SumTest | undefined {
  const found = findProperty(types, property)
  if (!found) {
    wrong('sum/property', 'unknown_property', { event, property, choices: knownProperties(types) })
    return undefined
  }
  const { place, type } = found
  if (type !== 'number' && type !== 'money') {
    wrong('sum/property', 'wrong_type')
    return undefined
  }
  const hasCurrency = place.at === 'column' || type === 'money'
  if (currency !== undefined && !hasCurrency) wrong('sum/currency', 'unknown_field')
  // Amounts in different currencies are never added.
  const isMissing = type === 'money' || (place.at === 'column' && !allWithout(currencies))
  if (currency === undefined && isMissing) wrong('sum/currency', 'required')
  return { place, type, ...(hasCurrency && { currency: currency ?? '' }), op, n }
}

const allWithout = (currencies: readonly string[]): boolean =>
  currencies.every((currency) => currency === '')

function readBetween(
  { from, to }: NonNullable<EventRule['between']>,
  field: string,
  wrong: Wrong,
): Period {
  const period = { from: Date.parse(from), to: Date.parse(to) }
  if (period.from > period.to) wrong(field, 'bad_range')
  return period
}

function readOccurrence(
  occurrence: NonNullable<EventRule['first']>,
  field: string,
  wrong: Wrong,
): Period | undefined {
  const { within, before, between } = occurrence
  if ([within, before, between].filter((each) => each !== undefined).length !== 1) {
    wrong(field, 'exactly_one', { choices: 'within, before, between' })
    return undefined
  }
  if (between) return readBetween(between, `${field}/between`, wrong)
  return within ? { days: within.days } : { beforeDays: before?.days ?? 0 }
}
