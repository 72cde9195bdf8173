import type { Values } from '../core/failure.ts'
import { foldHeading } from '../core/fold-name.ts'
import type { ProblemCode } from '../core/problem-codes.ts'
import { parseUrl } from '../core/urls/parse-url.ts'
import type { CustomField } from './mapping.ts'
import { matchListed } from './value-list.ts'

export type FieldValue = string | number | boolean | string[]

type Read = { value: FieldValue } | { code: ProblemCode; values?: Values }

/**
 * Converts a cell to the value of a field in the format of the API. The text is trimmed and not
 * empty. If the file says that the cell is a number, its point is a decimal point.
 */
export function readFieldValue(field: CustomField, text: string, isNumber = false): Read {
  switch (field.type) {
    case 'number':
      return readOr('bad_number', isNumber ? finite(text) : parseNumber(text))
    case 'date':
      return readOr('bad_date', parseDate(text))
    case 'boolean':
      return readOr('not_a_choice', parseBool(text), 'sí, no, true, false, 1, 0')
    case 'url':
      return isUrl(text) ? { value: text } : { code: 'bad_url' }
    case 'dropdown':
    case 'radio':
      return readOr('not_a_choice', choose(field, text), field.options?.join(', '))
    case 'multi':
      return readOr(
        'not_a_choice',
        matchListed(text, (value) => choose(field, value)),
        field.options?.join(', '),
      )
    default:
      return { value: text }
  }
}

function readOr(code: ProblemCode, value: FieldValue | undefined, choices?: string): Read {
  if (value !== undefined) return { value }
  return choices === undefined ? { code } : { code, values: { choices } }
}

const plain = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/
const grouped = /^[+-]?\d{1,3}(?:([.,\s])\d{3})(?:\1\d{3})*(?:([.,])\d+)?$/

/**
 * Parses `1234.5`, `1234,5`, `1.234,56`, `1,234.56` and `1 234,5`. Refuses text that could be
 * thousands or a decimal, such as `1.234` and `1,234`: a wrong guess would be wrong by a factor of
 * a thousand, unnoticed.
 */
export function parseNumber(text: string): number | undefined {
  const groups = grouped.exec(text)
  if (groups && !/^[+-]?0/.test(text)) {
    const [, thousands = '', decimal] = groups
    const isAmbiguous = text.split(thousands).length === 2 && !decimal && thousands.trim() !== ''
    if (isAmbiguous || thousands === decimal) return undefined
    return finite(text.replaceAll(thousands, ''))
  }
  return plain.test(text) ? finite(text) : undefined
}

function finite(text: string): number | undefined {
  const number = Number(text.replace(',', '.'))
  return Number.isFinite(number) ? number : undefined
}

const dayFirst = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const withOffset = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/

/** What most files have, read without the array of a match: there is one in every row. */
const plainDayFirst = /^\d\d[/.-]\d\d[/.-]\d{4}$/
const plainYearFirst = /^\d{4}[/.-]\d\d[/.-]\d\d$/

/** Nine digits start in 1973. Fewer could be a date without separators. */
const unixSeconds = /^-?\d{9,11}$/

/**
 * Converts `31/12/2026`, `2026-12-31`, either with or without a time, or Unix seconds, to Unix
 * seconds. The time is UTC unless it has an offset. The day comes first, as in Spain: `12/31/2026`
 * is not a date.
 */
export function parseDate(text: string): number | undefined {
  if (plainDayFirst.test(text)) {
    return midnight(digitsOf(text, 6, 10), digitsOf(text, 3, 5), digitsOf(text, 0, 2))
  }
  if (plainYearFirst.test(text)) {
    return midnight(digitsOf(text, 0, 4), digitsOf(text, 5, 7), digitsOf(text, 8, 10))
  }
  if (unixSeconds.test(text)) return Number(text)
  const early = dayFirst.exec(text)
  if (early) return secondsOf(early[3], early[2], early[1], early)
  const late = yearFirst.exec(text)
  if (late) return secondsOf(late[1], late[2], late[3], late)
  const exact = withOffset.exec(text)
  const isExact = exact && isDay(Number(exact[1]), Number(exact[2]), Number(exact[3]))
  const time = isExact ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}

function digitsOf(text: string, start: number, end: number): number {
  let number = 0
  for (let index = start; index < end; index++) number = number * 10 + text.charCodeAt(index) - 48
  return number
}

const midnight = (year: number, month: number, day: number): number | undefined =>
  isDay(year, month, day) ? Date.UTC(year, month - 1, day) / 1000 : undefined

/** `groups` 4 to 6 are the time. No array or Date here: a file has a date in every row. */
function secondsOf(
  yearText: string | undefined,
  monthText: string | undefined,
  dayText: string | undefined,
  groups: RegExpExecArray,
): number | undefined {
  const [year, month, day] = [Number(yearText), Number(monthText), Number(dayText)]
  const [hour, minute, second] = [
    Number(groups[4] ?? 0),
    Number(groups[5] ?? 0),
    Number(groups[6] ?? 0),
  ]
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000
}

/** Date would turn `2026-02-31` into a day of March, and the year 26 into 1926. */
const isDay = (year: number, month: number, day: number): boolean =>
  year >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)

function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const yes = new Set(['si', 's', 'yes', 'y', 'true', 'verdadero', '1', 'x'])
const no = new Set(['no', 'n', 'false', 'falso', '0'])

export function parseBool(text: string): boolean | undefined {
  const folded = foldHeading(text)
  if (yes.has(folded)) return true
  return no.has(folded) ? false : undefined
}

export function isUrl(text: string): boolean {
  const protocol = parseUrl(text)?.protocol
  return protocol === 'http:' || protocol === 'https:'
}

/** Returns the option in its original spelling. */
function choose({ options = [] }: CustomField, text: string): string | undefined {
  const known = optionsByHeading(options)
  return known.has(text) ? text : known.get(foldHeading(text))
}

/** By the options of a field, which are the same for all its cells. */
const foldedOptions = new WeakMap<readonly string[], OptionNames>()

interface OptionNames {
  has(option: string): boolean
  /** Returns the first option with this heading. */
  get(heading: string): string | undefined
}

function optionsByHeading(options: readonly string[]): OptionNames {
  const known = foldedOptions.get(options)
  if (known) return known
  const exact = new Set(options)
  const byHeading = new Map([...options].reverse().map((option) => [foldHeading(option), option]))
  const names: OptionNames = {
    has: (option) => exact.has(option),
    get: (heading) => byHeading.get(heading),
  }
  foldedOptions.set(options, names)
  return names
}
