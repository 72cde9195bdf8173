import { dayMs } from '../../../core/time.ts'
import type { WallTime } from '../../../core/zone.ts'
import { isWholeDays, readDelay } from './delay.ts'
import { anyOf, type DayPart, months, nearDays, partsOfDay, todayParts, weekdays } from './words.ts'

/** The words of a day, before the calendar decides which day they name. */
export type Day =
  | { readonly midnight: WallTime; readonly weekday?: number | undefined }
  | { readonly month: number; readonly day: number; readonly weekday?: number | undefined }
  | { readonly dayOfMonth: number; readonly weekday?: number | undefined }
  | { readonly weekday: number; readonly which?: 'this' | 'next' | 'last' | undefined }

interface DayPhrase {
  readonly day: Day
  /** A part of the day that the words include: `tonight`. */
  readonly part?: DayPart
}

const weekdayName = `(?<weekday>${anyOf(weekdays.keys())})`
const monthName = `(?<month>${anyOf(months.keys())})`
const dayNumber = '(?<day>\\d{1,2})(?:st|nd|rd|th|º|o)?'
const year = '(?<year>\\d{4})'

const dates = [
  `${year}(?<mark>[-/])(?<month>\\d{1,2})\\k<mark>(?<day>\\d{1,2})`,
  `(?<day>\\d{1,2})(?<mark>[-/.])(?<month>\\d{1,2})(?:\\k<mark>(?<year>\\d{4}|\\d\\d))?`,
  `${dayNumber}(?: de| of)? ${monthName}(?:(?: de| del)? ${year})?`,
  `${monthName}(?: the)? ${dayNumber}(?: ${year})?`,
].map((form) => new RegExp(`^(?:${weekdayName} )?(?:el dia |el |the )?${form}$`))

const weekdayAlone = new RegExp(
  `^(?:(?<which>this|next|last|este|proximo|pasado) )?${weekdayName}(?: (?<after>que viene|proximo|pasado))?$`,
)
const dayAlone = /^(?:(?:el|the|dia|el dia) )(?<day>\d{1,2})(?:st|nd|rd|th|º|o)?$/
const lead = /^(?:on the (?=\d)|on |el (?!\d|dia )|para el (?!\d)|para )/
const partAtEnd = new RegExp(`^(?<day>.+) (?<part>${anyOf(partsOfDay.keys())})$`)

const whichWords = new Map([
  ['this', 'this'],
  ['este', 'this'],
  ['next', 'next'],
  ['proximo', 'next'],
  ['que viene', 'next'],
  ['last', 'last'],
  ['pasado', 'last'],
] as const)

/** Reads the words of a day in a folded text. Undefined if anything is left over. */
export function readDayPhrase(text: string, wallNow: WallTime): DayPhrase | undefined {
  const plain = text.replace(lead, (found) => (found.startsWith('on the') ? 'the ' : ''))
  const today = todayParts.get(plain)
  if (today !== undefined) return { day: { midnight: midnightOf(wallNow) }, part: today }
  const { day: named = plain, part } = partAtEnd.exec(plain)?.groups ?? {}
  const within = partsOfDay.get(part ?? '')
  const day = readDay(named, wallNow)
  return day && { day, ...(within && { part: within }) }
}

function readDay(text: string, wallNow: WallTime): Day | undefined {
  const ahead = nearDays.get(text)
  if (ahead !== undefined) return { midnight: midnightOf(wallNow) + ahead * dayMs }
  return (
    readDate(text) ?? readWeekday(text) ?? readDayOfMonth(text) ?? readDelayedDay(text, wallNow)
  )
}

function readDate(text: string): Day | undefined {
  const found = dates.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (!found) return undefined
  const { month: monthText = '' } = found
  const month = months.get(monthText) ?? Number(monthText)
  const day = Number(found.day)
  const weekday = weekdays.get(found.weekday ?? '')
  if (found.year === undefined) return { month, day, weekday }
  const century = found.year.length === 2 ? 2000 : 0
  const midnight = dateOf(century + Number(found.year), month, day)
  return midnight === undefined ? undefined : { midnight, weekday }
}

function readWeekday(text: string): Day | undefined {
  const found = weekdayAlone.exec(text)?.groups
  const weekday = weekdays.get(found?.weekday ?? '')
  if (weekday === undefined) return undefined
  const words = [found?.which, found?.after].filter((word) => word !== undefined)
  if (words.length > 1) return undefined
  return { weekday, which: whichWords.get(words[0] as 'this') }
}

function readDayOfMonth(text: string): Day | undefined {
  const day = dayAlone.exec(text)?.groups?.day
  return day === undefined ? undefined : { dayOfMonth: Number(day) }
}

function readDelayedDay(text: string, wallNow: WallTime): Day | undefined {
  const delay = readDelay(text)
  if (!delay || !isWholeDays(delay)) return undefined
  const wall = addDelay(wallNow, { ...delay, days: delay.days + delay.ms / dayMs })
  return wall === undefined ? undefined : { midnight: midnightOf(wall) }
}

/** Adds calendar months and days. Undefined if the month lacks the day, as 31 February. */
export function addDelay(
  wall: WallTime,
  { days, months: count, isBack }: { days: number; months: number; isBack: boolean },
): WallTime | undefined {
  const sign = isBack ? -1 : 1
  const date = new Date(wall)
  const month = date.getUTCMonth() + sign * count
  const midnight = dateOf(
    date.getUTCFullYear() + Math.floor(month / 12),
    (((month % 12) + 12) % 12) + 1,
    date.getUTCDate(),
  )
  return midnight === undefined
    ? undefined
    : midnight + sign * days * dayMs + (wall - midnightOf(wall))
}

export const midnightOf = (wall: WallTime): WallTime => Math.floor(wall / dayMs) * dayMs

/** Returns the midnight of a date that exists. Months count from 1. */
export function dateOf(year: number, month: number, day: number): WallTime | undefined {
  if (year < 1 || year > 9999) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  // Date turns 31 April into 1 May.
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? date.getTime() : undefined
}
