import type { Language } from '../../core/language.ts'
import { oneLine } from '../../core/safe-text.ts'
import type { ValueFormat } from './document.ts'
import { rawText } from './raw-value.ts'
import { terminalMessages } from './terminal-messages.ts'

interface Locale {
  readonly language: Language
  /** An IANA time zone. */
  readonly timezone: string
  readonly unicode: boolean
}

export interface LocalFormat {
  /** Formats a value for display on one line, without control characters. */
  readonly value: (value: unknown, format?: ValueFormat) => string
  readonly number: (value: number) => string
  readonly percent: (share: number) => string
  /** Formats milliseconds since the epoch. */
  readonly time: (time: number) => string
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
  const times = lazy(
    () =>
      new Intl.DateTimeFormat(locale, {
        timeZone: settings.timezone,
        day: '2-digit',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }),
  )

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

  function time(instant: number): string {
    const parts = new Map(
      times()
        .formatToParts(instant)
        .map(({ type, value }) => [type, value]),
    )
    const [day, month, year] = (['day', 'month', 'year'] as const).map((part) => parts.get(part))
    return `${day} ${month} ${year} ${parts.get('hour')}:${parts.get('minute')}`
  }

  function value(given: unknown, format: ValueFormat = 'text'): string {
    if (given === undefined || given === null || given === '') return unicode ? '–' : '-'
    if (typeof given === 'boolean') return given ? messages.yes : messages.no
    if (typeof given === 'number') {
      if (format === 'number') return number(given)
      if (format === 'percent') return percent(given)
      if (format === 'bytes') return bytes(given)
    }
    if (format === 'time' && typeof given === 'string' && hasZone.test(given)) {
      const instant = Date.parse(given)
      if (!Number.isNaN(instant)) return time(instant)
    }
    const isPlainList = Array.isArray(given) && given.every((item) => typeof item !== 'object')
    return oneLine(isPlainList ? given.join(', ') : rawText(given, format))
  }

  return { value, number, percent, time }
}

/** A time without an offset is not an instant and must not be shifted to the local zone. */
const hasZone = /^[^T]*T.*(Z|[+-]\d\d:?\d\d)$/i

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
