import { parseDuration } from '../../core/duration.ts'
import type { Language } from '../../core/language.ts'
import { oneLine } from '../../core/safe-text.ts'
import type { Column, ValueFormat } from './document.ts'
import { createTimes } from './local-time.ts'
import { rawText } from './raw-value.ts'
import { terminalMessages } from './terminal-messages.ts'

interface Locale {
  readonly language: Language
  /** An IANA time zone. */
  readonly timezone: string
  readonly unicode: boolean
  /** The words for values of the API, by the name of the field or of the column's `words`. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined
  /** Whether a person reads it now, so that a day can be `yesterday`. A file is read later. */
  readonly isTerminal?: { readonly stdout: boolean }
  readonly clock?: { now(): number }
}

type ShownColumn = Pick<Column, 'field' | 'format' | 'words' | 'names'>

export interface LocalFormat {
  /** Formats a value for display on one line, without control characters. */
  readonly value: (value: unknown, format?: ValueFormat) => string
  /** Formats a value of a table or card: also translated, and with `yesterday` for a day near today. */
  readonly cell: (value: unknown, column: ShownColumn) => string
  /** Formats the value of a custom field of this type, which the API gives as text. */
  readonly fieldValue: (value: unknown, type: unknown) => string
  /** Formats an amount of a currency, such as `EUR`. */
  readonly money: (value: unknown, currency: unknown) => string
  readonly number: (value: number) => string
  readonly percent: (share: number) => string
  /** Formats a duration such as `1h30m`. */
  readonly duration: (text: string) => string
  /** Formats milliseconds since the epoch. */
  readonly time: (time: number) => string
  /** Formats a time with its day of the week, in this zone. */
  readonly fullTime: (time: number, zone: string) => string
}

const durationUnits: Readonly<Record<string, string>> = {
  ms: 'millisecond',
  s: 'second',
  m: 'minute',
  h: 'hour',
  d: 'day',
  w: 'week',
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export function createLocalFormat(settings: Locale): LocalFormat {
  const { language, unicode } = settings
  const messages = terminalMessages[language]
  // The day comes before the month in English too: our users read 03/04 and "Mar 4" both ways.
  const locale = language === 'en' ? 'en-GB' : 'es-ES'
  const numbers = lazy(
    () => new Intl.NumberFormat(locale, { useGrouping: 'always', maximumFractionDigits: 2 }),
  )
  const percents = lazy(
    () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
  )
  const small = lazy(
    () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
  )
  const times = lazy(() => {
    const { timezone, isTerminal, clock } = settings
    return createTimes({
      language,
      locale,
      timezone,
      clock: isTerminal?.stdout ? clock : undefined,
    })
  })

  const number = (value: number) => numbers().format(value)
  // Complaint rates need hundredths: 0.09 % is fine, 0.1 % is not.
  const percent = (share: number) =>
    plainSpaces((share < 0.01 ? small() : percents()).format(share))

  function bytes(count: number): string {
    const power = Math.min(Math.floor(Math.log10(Math.max(count, 1)) / 3), byteUnits.length - 1)
    const unit = byteUnits[power] ?? 'byte'
    const scaled = new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 })
    return plainSpaces(scaled.format(count / 1000 ** power))
  }

  const time = (instant: number): string => times().plain(instant)

  /** A sentence of the server names times as the API does. */
  const sentence = (text: string): string =>
    text.replace(instants, (instant) => (isInstant(instant) ? time(Date.parse(instant)) : instant))

  function value(given: unknown, format: ValueFormat = 'text'): string {
    if (isNothing(given)) return unicode ? '–' : '-'
    if (typeof given === 'boolean') return given ? messages.yes : messages.no
    if (typeof given === 'number') {
      if (format === 'number') return number(given)
      if (format === 'percent') return percent(given)
      if (format === 'bytes') return bytes(given)
    }
    if (format === 'time' && isInstant(given)) return time(Date.parse(given))
    if (format === 'sentence' && typeof given === 'string') return oneLine(sentence(given))
    const isPlainList = Array.isArray(given) && given.every((item) => typeof item !== 'object')
    return oneLine(isPlainList ? given.join(', ') : rawText(given, format))
  }

  function cell(given: unknown, column: ShownColumn): string {
    const { format = 'text', field, words = lastName(field), names } = column
    if (format === 'time' && isInstant(given) && settings.isTerminal?.stdout) {
      return times().near(Date.parse(given))
    }
    const translate = (each: unknown): unknown =>
      names?.get(String(each)) ?? (typeof each === 'string' ? (wordFor(each, words) ?? each) : each)
    return value(Array.isArray(given) ? given.map(translate) : translate(given), format)
  }

  function fieldValue(given: unknown, type: unknown): string {
    const text = typeof given === 'number' ? String(given) : given
    if (typeof text !== 'string' || text === '') return value(given)
    if (type === 'boolean') return isYes.test(text) ? messages.yes : messages.no
    const figure = Number(text)
    if (Number.isNaN(figure)) return value(text)
    if (type === 'number') return number(figure)
    // Dates are Unix seconds, and days without an hour are in UTC.
    const isDate = type === 'date' && Number.isFinite(new Date(figure * 1000).getTime())
    return isDate ? times().day(figure * 1000) : value(text)
  }

  function money(given: unknown, currency: unknown): string {
    if (typeof given !== 'number') return value(given)
    // Another server may have currencies that are not three letters.
    if (typeof currency !== 'string' || !/^[A-Z]{3}$/i.test(currency)) {
      return `${number(given)} ${value(currency)}`
    }
    const style = { style: 'currency', currency, useGrouping: 'always' } as const
    return plainSpaces(new Intl.NumberFormat(locale, style).format(given))
  }

  function duration(text: string): string {
    if (parseDuration(text) === undefined) return value(text)
    return [...text.matchAll(/(\d{1,15})([a-z]{1,2})/g)]
      .map(([, amount, unit = '']) => {
        const style = { style: 'unit', unit: durationUnits[unit], unitDisplay: 'long' } as const
        return plainSpaces(new Intl.NumberFormat(locale, style).format(Number(amount)))
      })
      .join(' ')
  }

  function wordFor(text: string, words: string): string | undefined {
    const { values } = settings
    if (!values || !Object.hasOwn(values, words)) return undefined
    const group = values[words] ?? {}
    if (Object.hasOwn(group, text)) return group[text]
    const [kind = '', ...name] = text.split(' ')
    return name.length > 0 ? group[`${kind} …`]?.replace('…', name.join(' ')) : undefined
  }

  return {
    value,
    cell,
    fieldValue,
    money,
    duration,
    number,
    percent,
    time,
    fullTime: (instant, zone) => times().full(instant, zone),
  }
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

const isYes = /^(1|true)$/i

const lastName = (field: string): string => field.slice(field.lastIndexOf('.') + 1)

/** A time without an offset is not an instant and must not be shifted to the local zone. */
const hasZone = /^[^T]*T.*(Z|[+-]\d\d:?\d\d)$/i

const instants = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)(?!\w)/g

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && hasZone.test(value) && !Number.isNaN(Date.parse(value))

/** Many terminal fonts and code pages lack Intl's no-break spaces. */
const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

/** Creates a formatter on first use: it takes milliseconds, and machine formats need none. */
function lazy<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
