import type { TimeKind } from './number-formats.ts'

/** Excel shows and stores 15 digits. Further digits come from the binary representation. */
const digits = 15

const whole = /^-?\d{1,15}$/

/** Formats a number as Excel shows it, without exponent and without binary rounding artifacts. */
export function excelNumberText(value: string): string {
  if (whole.test(value)) return value
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  return plainText(String(Number(number.toPrecision(digits))))
}

const exponent = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/

function plainText(text: string): string {
  const parts = exponent.exec(text)
  if (!parts) return text
  const [, sign = '', first = '', timeOfDay = '', power = ''] = parts
  const all = first + timeOfDay
  const shift = Number(power)
  return shift < 0
    ? `${sign}0.${'0'.repeat(-shift - 1)}${all}`
    : `${sign}${all.padEnd(shift + 1, '0')}`
}

const daySeconds = 86_400

/** 31 December 9999, the last day in Excel. */
const lastDay = 2_958_465

/** 29 February 1900, which did not exist. Excel counts it for compatibility with Lotus 1-2-3. */
const leapBug = 60

export interface DateSystem {
  /** Whether days are counted from 1904, as in Excel for the Mac. */
  from1904: boolean
}

/** Formats a serial date as `2026-12-31`, `2026-12-31T10:30:00` or `10:30:00`. */
export function timeText(value: string, kind: TimeKind, { from1904 }: DateSystem): string {
  const serial = Number(value)
  if (value.trim() === '' || !(serial >= 0 && serial < lastDay + 1)) return excelNumberText(value)
  const seconds = Math.round(serial * daySeconds)
  const days = Math.floor(seconds / daySeconds)
  const timeOfDay = seconds % daySeconds
  if (kind === 'elapsed') return clock(seconds)
  if (days === 0 && !from1904) {
    // A formula that refers to an empty cell results in day 0.
    return kind === 'time' || timeOfDay > 0 ? clock(timeOfDay) : ''
  }
  if (kind === 'time' && days === 0) return clock(timeOfDay)
  const day = dayText(days, from1904)
  return timeOfDay === 0 ? day : `${day}T${clock(timeOfDay)}`
}

function dayText(days: number, from1904: boolean): string {
  if (!from1904 && days === leapBug) return '1900-02-29'
  const start = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < leapBug ? 31 : 30)
  return new Date(start + days * daySeconds * 1000).toISOString().slice(0, 10)
}

const clock = (seconds: number): string =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')

/** Shortens the ISO 8601 of strict workbooks: no fractions, and no time if it is midnight. */
export const isoText = (value: string): string =>
  value.replace(/\.\d+/, '').replace(/T00:00(:00)?Z?$/, '')
