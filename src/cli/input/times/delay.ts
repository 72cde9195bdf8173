import { parseDuration } from '../../../core/duration.ts'
import { dayMs, hourMs, minuteMs } from '../../../core/time.ts'
import { readNumber } from './words.ts'

/** A distance from now. Days and months keep the time of day, also when clocks change. */
export interface Delay {
  readonly ms: number
  readonly days: number
  readonly months: number
  readonly isBack: boolean
}

const units = new Map<string, Partial<Delay>>(
  Object.entries({
    second: { ms: 1000 },
    segundo: { ms: 1000 },
    min: { ms: minuteMs },
    minute: { ms: minuteMs },
    minuto: { ms: minuteMs },
    h: { ms: hourMs },
    hr: { ms: hourMs },
    hour: { ms: hourMs },
    hora: { ms: hourMs },
    day: { days: 1 },
    dia: { days: 1 },
    week: { days: 7 },
    semana: { days: 7 },
    month: { months: 1 },
    mes: { months: 1 },
    year: { months: 12 },
    ano: { months: 12 },
  }).flatMap(([name, unit]) =>
    [name, `${name}s`, `${name}es`].map((form) => [form, unit] as const),
  ),
)

const halves = new Map<string, number>([
  ['half an hour', hourMs / 2],
  ['media hora', hourMs / 2],
  ['hora y media', hourMs * 1.5],
  ['una hora y media', hourMs * 1.5],
  ['an hour and a half', hourMs * 1.5],
])

/** Parses `in 2 hours`, `dentro de 3 días`, `2h ago` and `hace 1h30m` in a folded text. */
export function readDelay(text: string): Delay | undefined {
  const ahead = /^(?:in|en|dentro de) (.+)$/.exec(text) ?? /^(.+) from now$/.exec(text)
  const back = /^(?:hace) (.+)$/.exec(text) ?? /^(.+) ago$/.exec(text)
  const amount = (ahead ?? back)?.[1]
  if (amount === undefined) return undefined
  const read = readAmount(amount)
  return read && { ...read, isBack: back !== null && ahead === null }
}

function readAmount(text: string): Omit<Delay, 'isBack'> | undefined {
  const ms = parseDuration(text.replaceAll(' ', '')) ?? halves.get(text)
  if (ms !== undefined) return { ms, days: 0, months: 0 }
  const total = { ms: 0, days: 0, months: 0 }
  for (const piece of text.split(/ (?:and|y) /)) {
    const [, count = '', unitName = ''] = /^(\d{1,6} ?|\p{L}+ )(\p{L}+)$/u.exec(piece) ?? []
    const unit = units.get(unitName)
    const number = readNumber(count.trimEnd())
    if (unit === undefined || number === undefined) return undefined
    total.ms += number * (unit.ms ?? 0)
    total.days += number * (unit.days ?? 0)
    total.months += number * (unit.months ?? 0)
  }
  return total
}

/** Whether the delay is in whole days, so that a time of day can follow. */
export const isWholeDays = ({ ms }: Delay): boolean => ms === 0 || ms % dayMs === 0
