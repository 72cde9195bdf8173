import type { TimeKind } from './number-formats.ts'

/** Excel shows and keeps no more digits; behind them stands what binary makes of decimals. */
const digits = 15

const whole = /^-?\d{1,15}$/

/** The number as Excel would show it, without exponent and without the artefacts of binary. */
export function numberText(value: string): string {
  if (whole.test(value)) return value
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  return plainText(String(Number(number.toPrecision(digits))))
}

const exponent = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/

function plainText(text: string): string {
  const parts = exponent.exec(text)
  if (!parts) return text
  const [, sign = '', first = '', rest = '', power = ''] = parts
  const all = first + rest
  const shift = Number(power)
  return shift < 0
    ? `${sign}0.${'0'.repeat(-shift - 1)}${all}`
    : `${sign}${all.padEnd(shift + 1, '0')}`
}

const daySeconds = 86_400

/** 31 December 9999, the last day that Excel knows. */
const lastDay = 2_958_465

/** The day that 1900 did not have; Excel counts it, since Lotus 1-2-3 did. */
const leapBug = 60

export interface DateSystem {
  /** Days are counted from 1904, as Excel for the Mac did. */
  from1904: boolean
}

/** `2026-12-31`, `2026-12-31T10:30:00`, `10:30:00`. */
export function timeText(value: string, kind: TimeKind, { from1904 }: DateSystem): string {
  const serial = Number(value)
  if (value.trim() === '' || !(serial >= 0 && serial < lastDay + 1)) return numberText(value)
  const seconds = Math.round(serial * daySeconds)
  const days = Math.floor(seconds / daySeconds)
  const rest = seconds % daySeconds
  if (kind === 'elapsed') return clock(seconds)
  if (days === 0 && !from1904) {
    // What a formula leaves of an empty cell is day 0.
    return kind === 'time' || rest > 0 ? clock(rest) : ''
  }
  if (kind === 'time' && days === 0) return clock(rest)
  const day = dayText(days, from1904)
  return rest === 0 ? day : `${day}T${clock(rest)}`
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

/** ISO 8601 as strict workbooks write it, without fractions and without a midnight that says nothing. */
export const isoText = (value: string): string =>
  value.replace(/\.\d+/, '').replace(/T00:00(:00)?Z?$/, '')
