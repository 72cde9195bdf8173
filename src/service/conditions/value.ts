import type { FieldType } from '../../contract/shapes/field.ts'
import type { FieldRule } from '../../contract/shapes/segment.ts'
import type { ProblemCode, Values } from '../../core/failure.ts'
import type { Askable } from './catalogue.ts'
import type { Question } from './operators.ts'
import type { Asks } from './tree.ts'

type Given = FieldRule['value']
export type ReadAsks = { asks: Asks } | { at?: number; code: ProblemCode; values?: Values }

/** A value that was read, or what is wrong with it. */
type Read<T> = { value: T } | { code: ProblemCode; values?: Values }

/** So far back there was no e-mail; it keeps the sum with the clock a time. */
const mostDays = 36_500

/** What a rule asks, out of its question and its value. */
export function readAsks(askable: Askable, question: Question, given: Given): ReadAsks {
  if (question === 'is_set') {
    return given === undefined ? { asks: { is: 'set' } } : { code: 'unknown_field' }
  }
  if (given === undefined) return { code: 'required' }
  const isMany = question === 'in' || question === 'between'
  if (!isMany) {
    return Array.isArray(given) ? { code: 'wrong_type' } : readOne(askable, question, given)
  }
  if (!Array.isArray(given)) return { code: 'wrong_type' }
  return question === 'in' ? readChoices(askable, given) : readRange(askable.type, given)
}

type One = string | number | boolean

function readOne(askable: Askable, question: Question, given: One): ReadAsks {
  const { type, fold } = askable
  switch (question) {
    case 'within_days':
      return asked(daysIn(given), (days) => ({ is: 'recent', days }))
    case 'before':
      return asked(timeIn(given), ({ from }) => ({ is: 'compared', bounds: [['<', from]] }))
    case 'after':
      return asked(timeIn(given), ({ until }) => ({ is: 'compared', bounds: [['>=', until]] }))
    case 'contains':
      if (type === 'multi') return readChoices(askable, [given])
      return asked(textIn(given), (text) => ({ is: 'like', where: question, text: fold(text) }))
    case 'starts_with':
    case 'ends_with':
      return asked(textIn(given), (text) => ({ is: 'like', where: question, text: fold(text) }))
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return asked(numberIn(given), (n) => ({
        is: 'compared',
        bounds: [[comparisons[question], n]],
      }))
    default:
      return readChoices(askable, [given])
  }
}

const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

const asked = <T>(read: Read<T>, asksOf: (value: T) => Asks): ReadAsks =>
  'value' in read ? { asks: asksOf(read.value) } : read

function readChoices(askable: Askable, given: readonly One[]): ReadAsks {
  if (given.length === 0) return { code: 'too_few', values: { limit: 1 } }
  const values: (string | number)[] = []
  for (const [index, each] of given.entries()) {
    const read = choiceIn(askable, each)
    if (!('value' in read)) return { ...read, ...(given.length > 1 && { at: index }) }
    values.push(read.value)
  }
  return { asks: { is: 'one-of', values: [...new Set(values)] } }
}

function choiceIn({ type, subject, values, fold }: Askable, given: One): Read<string | number> {
  if (type === 'number') return numberIn(given)
  if (type === 'boolean') {
    if (given === true || given === 'true' || given === 1) return { value: 1 }
    return given === false || given === 'false' || given === 0
      ? { value: 0 }
      : { code: 'not_a_choice', values: { choices: 'true, false' } }
  }
  const text = textIn(given)
  if (!('value' in text)) return text
  const isFree = values.length === 0 && subject.at !== 'lists'
  if (!isFree && !values.includes(text.value)) {
    return subject.at === 'lists'
      ? { code: 'unknown_id' }
      : { code: 'not_a_choice', values: { choices: values.join(', ') } }
  }
  return { value: subject.at === 'lists' ? Number(text.value) : fold(text.value) }
}

function readRange(type: FieldType, given: readonly One[]): ReadAsks {
  if (given.length < 2) return { code: 'too_few', values: { limit: 2 } }
  if (given.length > 2) return { code: 'too_many', values: { limit: 2 } }
  const [first = 0, last = 0] = given
  const read = type === 'date' ? timeIn : wholeNumberIn
  const [from, to] = [read(first), read(last)]
  if (!('value' in from)) return { ...from, at: 0 }
  if (!('value' in to)) return { ...to, at: 1 }
  if (from.value.from > to.value.from) return { code: 'bad_range' }
  const end = type === 'date' ? (['<', to.value.until] as const) : (['<=', to.value.from] as const)
  return { asks: { is: 'compared', bounds: [['>=', from.value.from], end] } }
}

function textIn(given: One): Read<string> {
  if (typeof given === 'boolean') return { code: 'wrong_type' }
  return given === '' ? { code: 'too_short', values: { limit: 1 } } : { value: String(given) }
}

function numberIn(given: One): Read<number> {
  if (typeof given === 'number') return { value: given }
  const isNumber =
    typeof given === 'string' && /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(given)
  const number = isNumber ? Number(given) : Number.NaN
  return Number.isFinite(number) ? { value: number } : { code: 'bad_number' }
}

const wholeNumberIn = (given: One): Read<{ from: number; until: number }> => {
  const read = numberIn(given)
  return 'value' in read ? { value: { from: read.value, until: read.value } } : read
}

function daysIn(given: One): Read<number> {
  const read = numberIn(given)
  if (!('value' in read)) return read
  const { value } = read
  if (!Number.isInteger(value) || value === 0) return { code: 'bad_number' }
  if (value > mostDays) return { code: 'too_large', values: { limit: mostDays } }
  return value < -mostDays ? { code: 'too_small', values: { limit: -mostDays } } : read
}

/** In milliseconds; `until` is the first that comes after it. */
interface Span {
  from: number
  until: number
}

const dayMs = 86_400_000
const secondMs = 1000
/** Of the year 9999, in seconds. */
const lastSecond = 253_402_300_799

/** A whole day of UTC, a moment in ISO 8601 with its offset, or Unix seconds, as date fields have them. */
function timeIn(given: One): Read<Span> {
  if (typeof given === 'number') return secondsIn(given)
  if (typeof given !== 'string') return { code: 'bad_time' }
  if (/^-?\d{1,12}$/.test(given)) return secondsIn(Number(given))
  const from = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(given)
    ? Date.parse(given)
    : Number.NaN
  if (Number.isNaN(from) || isOverflown(given)) return { code: 'bad_time' }
  return { value: { from, until: from + (given.length === 10 ? dayMs : 1) } }
}

/** `Date.parse` takes the 31st of February for the 3rd of March. */
const isOverflown = (text: string): boolean => {
  const day = text.slice(0, 10)
  return new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day
}

const secondsIn = (seconds: number): Read<Span> =>
  Number.isInteger(seconds) && Math.abs(seconds) <= lastSecond
    ? { value: { from: seconds * secondMs, until: (seconds + 1) * secondMs } }
    : { code: 'bad_time' }
