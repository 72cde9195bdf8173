import type { FieldType } from '../../contract/shapes/field.ts'
import type { FieldRule } from '../../contract/shapes/rules/field-rule.ts'
import type { Values } from '../../core/failure.ts'
import type { ProblemCode } from '../../core/problem-codes.ts'
import { dayMs, secondMs } from '../../core/time.ts'
import type { ConditionField } from './catalogue.ts'
import type { BaseOperator } from './operators.ts'
import type { Predicate } from './predicate.ts'

type RuleValue = FieldRule['value']
type ParsedPredicate =
  | { predicate: Predicate }
  | { index?: number; code: ProblemCode; values?: Values }

/** A parsed value, or the problem with it. */
type Parsed<T> = { value: T } | { code: ProblemCode; values?: Values }

/** A hundred years: before e-mail, and small enough that the result is a valid time. */
const maxDays = 36_500

/** Parses the value of a rule into a predicate. */
export function parsePredicate(
  field: ConditionField,
  operator: BaseOperator,
  input: RuleValue,
): ParsedPredicate {
  if (operator === 'is_set') {
    return input === undefined ? { predicate: { is: 'set' } } : { code: 'unknown_field' }
  }
  if (input === undefined) return { code: 'required' }
  const isMany = operator === 'in' || operator === 'between'
  if (!isMany) {
    return Array.isArray(input) ? { code: 'wrong_type' } : readScalar(field, operator, input)
  }
  if (!Array.isArray(input)) return { code: 'wrong_type' }
  return operator === 'in' ? readChoices(field, input) : readRange(field.type, input)
}

type ScalarValue = string | number | boolean

function readScalar(
  field: ConditionField,
  operator: BaseOperator,
  input: ScalarValue,
): ParsedPredicate {
  const { type, fold } = field
  switch (operator) {
    case 'within_days':
      return predicateOf(daysIn(input), (days) => ({ is: 'recent', days }))
    case 'before':
      return predicateOf(timeIn(input), ({ from }) => ({ is: 'compared', bounds: [['<', from]] }))
    case 'after':
      return predicateOf(timeIn(input), ({ until }) => ({
        is: 'compared',
        bounds: [['>=', until]],
      }))
    case 'contains':
      if (type === 'multi') return readChoices(field, [input])
      return predicateOf(textIn(input), (text) => ({
        is: 'like',
        where: operator,
        text: fold(text),
      }))
    case 'starts_with':
    case 'ends_with':
      return predicateOf(textIn(input), (text) => ({
        is: 'like',
        where: operator,
        text: fold(text),
      }))
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return predicateOf(numberIn(input), (n) => ({
        is: 'compared',
        bounds: [[comparisons[operator], n]],
      }))
    default:
      return readChoices(field, [input])
  }
}

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

const predicateOf = <T>(read: Parsed<T>, toPredicate: (value: T) => Predicate): ParsedPredicate =>
  'value' in read ? { predicate: toPredicate(read.value) } : read

function readChoices(field: ConditionField, input: readonly ScalarValue[]): ParsedPredicate {
  if (input.length === 0) return { code: 'too_few', values: { limit: 1 } }
  const values: (string | number)[] = []
  for (const [index, each] of input.entries()) {
    const read = choiceIn(field, each)
    if (!('value' in read)) return { ...read, ...(input.length > 1 && { index }) }
    values.push(read.value)
  }
  return { predicate: { is: 'one-of', values: [...new Set(values)] } }
}

function choiceIn(
  { type, source, values, fold }: ConditionField,
  input: ScalarValue,
): Parsed<string | number> {
  if (type === 'number') return numberIn(input)
  if (type === 'boolean') {
    if (input === true || input === 'true' || input === 1) return { value: 1 }
    return input === false || input === 'false' || input === 0
      ? { value: 0 }
      : { code: 'not_a_choice', values: { choices: 'true, false' } }
  }
  const text = textIn(input)
  if (!('value' in text)) return text
  const isFree = values.length === 0 && source.at !== 'lists'
  if (!isFree && !values.includes(text.value)) {
    return source.at === 'lists'
      ? { code: 'unknown_id' }
      : { code: 'not_a_choice', values: { choices: values.join(', ') } }
  }
  return { value: source.at === 'lists' ? Number(text.value) : fold(text.value) }
}

function readRange(type: FieldType, input: readonly ScalarValue[]): ParsedPredicate {
  if (input.length < 2) return { code: 'too_few', values: { limit: 2 } }
  if (input.length > 2) return { code: 'too_many', values: { limit: 2 } }
  const [first = 0, last = 0] = input
  const read = type === 'date' ? timeIn : wholeNumberIn
  const [from, to] = [read(first), read(last)]
  if (!('value' in from)) return { ...from, index: 0 }
  if (!('value' in to)) return { ...to, index: 1 }
  if (from.value.from > to.value.from) return { code: 'bad_range' }
  const end = type === 'date' ? (['<', to.value.until] as const) : (['<=', to.value.from] as const)
  return { predicate: { is: 'compared', bounds: [['>=', from.value.from], end] } }
}

function textIn(input: ScalarValue): Parsed<string> {
  if (typeof input === 'boolean') return { code: 'wrong_type' }
  return input === '' ? { code: 'too_short', values: { limit: 1 } } : { value: String(input) }
}

function numberIn(input: ScalarValue): Parsed<number> {
  if (typeof input === 'number') return { value: input }
  const isNumber =
    typeof input === 'string' && /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(input)
  const number = isNumber ? Number(input) : Number.NaN
  return Number.isFinite(number) ? { value: number } : { code: 'bad_number' }
}

const wholeNumberIn = (input: ScalarValue): Parsed<{ from: number; until: number }> => {
  const read = numberIn(input)
  return 'value' in read ? { value: { from: read.value, until: read.value } } : read
}

function daysIn(input: ScalarValue): Parsed<number> {
  const read = numberIn(input)
  if (!('value' in read)) return read
  const { value } = read
  if (!Number.isInteger(value) || value === 0) return { code: 'bad_number' }
  if (value > maxDays) return { code: 'too_large', values: { limit: maxDays } }
  return value < -maxDays ? { code: 'too_small', values: { limit: -maxDays } } : read
}

/** A time span in milliseconds; `until` is exclusive. */
interface Span {
  from: number
  until: number
}

/** The end of the year 9999, in seconds. */
const lastSecond = 253_402_300_799

/** Parses a UTC day, an ISO 8601 time with offset, or Unix seconds as date fields store them. */
function timeIn(input: ScalarValue): Parsed<Span> {
  if (typeof input === 'number') return secondsIn(input)
  if (typeof input !== 'string') return { code: 'bad_time' }
  if (/^-?\d{1,12}$/.test(input)) return secondsIn(Number(input))
  const from = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(input)
    ? Date.parse(input)
    : Number.NaN
  if (Number.isNaN(from) || isOverflown(input)) return { code: 'bad_time' }
  return { value: { from, until: from + (input.length === 10 ? dayMs : 1) } }
}

/** `Date.parse` turns 31 February into 3 March. */
const isOverflown = (text: string): boolean => {
  const day = text.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day
}

const secondsIn = (seconds: number): Parsed<Span> =>
  Number.isInteger(seconds) && Math.abs(seconds) <= lastSecond
    ? { value: { from: seconds * secondMs, until: (seconds + 1) * secondMs } }
    : { code: 'bad_time' }
