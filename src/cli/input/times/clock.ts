import { Failure } from '../../../core/failure.ts'
import { anyOf, type DayPart, dayParts, nearDays, numbers, readNumber } from './words.ts'

/** A time of day, in minutes since midnight, with the words of the day around it. */
export interface ClockTime {
  readonly minutes: (part?: DayPart) => number | undefined
  /** The words that name the day. Empty if there are none. */
  readonly day: string
}

const hour = `(?<hour>\\d{1,2}|${anyOf([...numbers.keys()].filter((word) => word.length > 2))})`
const clock = [
  '(?<lead>at |a las? )?',
  hour,
  '(?:(?<mark>[:.h])(?<minute>\\d\\d))?',
  '(?: (?<fraction>y media|y cuarto|menos cuarto))?',
  '(?<unit> ?(?:h|hs|hrs|horas))?',
  '(?: ?(?<half>am|pm))?',
  `(?: (?<part>${anyOf(dayParts.keys())}))?`,
].join('')
const noon = '(?<noon>(?:at |a |al )?(?:noon|midday|mediodia))'

/** The shortest day leaves the longest clock: `mañana a las 9 de la mañana`. */
const dayFirst = [clock, noon].map((each) => new RegExp(`^(?:(?<day>.+?) )??${each}$`))
const clockFirst = [clock, noon].map((each) => new RegExp(`^${each}(?: de| del| on)? (?<day>.+)$`))

/** Finds the time of day at the end or the beginning of a folded text. */
export function readClock(text: string): ClockTime | undefined {
  for (const form of [...dayFirst, ...clockFirst]) {
    const found = form.exec(text)?.groups
    if (!found) continue
    const { day = '', lead, mark, half, unit, part, minute } = found
    // A number alone is an hour only after a word such as `tomorrow`: in `dec 25` it is a day.
    const isBare = !(found.noon ?? lead ?? half ?? unit ?? part ?? minute)
    if (isBare && !nearDays.has(day)) continue
    // `18.30` alone can be a date.
    if (mark === '.' && !lead && !half && (clockFirst.includes(form) || day === '')) continue
    return {
      day,
      minutes: (ofDay) => minutesOf(found, ofDay),
    }
  }
  return undefined
}

type Found = Record<string, string | undefined>

function minutesOf(found: Found, ofDay: DayPart | undefined): number | undefined {
  if (found.noon !== undefined) return ofDay === undefined ? 12 * 60 : undefined
  const { mark, minute = '0', fraction, unit } = found
  const half = found.half as 'am' | 'pm' | undefined
  const part = dayParts.get(found.part ?? '')
  const typed = readNumber(found.hour ?? '')
  if (typed === undefined || Number(minute) > 59) return undefined
  if (fraction !== undefined && mark !== undefined) return undefined
  if ([half, part, ofDay].filter((each) => each !== undefined).length > 1) return undefined
  const within = half ?? part ?? ofDay
  if (within === undefined && mark === undefined && unit === undefined) refuseEitherHalf(typed)
  const hours = within === undefined ? plainHour(typed) : hourWithin(typed, within)
  if (hours === undefined) return undefined
  const ahead = { 'y media': 30, 'y cuarto': 15, 'menos cuarto': -15 }[fraction ?? ''] ?? 0
  return hours * 60 + Number(minute) + ahead
}

const plainHour = (hour: number): number | undefined => (hour < 24 ? hour : undefined)

/** The hours that each part of a day can contain. Midnight belongs to two days, so no part has it. */
const hoursOfPart: Record<DayPart | 'am' | 'pm', (hour: number) => boolean> = {
  am: (hour) => hour < 12,
  pm: (hour) => hour >= 12,
  night: (hour) => hour > 0 && hour < 7,
  morning: (hour) => hour > 0 && hour < 12,
  noon: (hour) => hour >= 12 && hour < 16,
  afternoon: (hour) => hour >= 12 && hour < 21,
  evening: (hour) => hour >= 17,
}

function hourWithin(hour: number, part: DayPart | 'am' | 'pm'): number | undefined {
  const isHalf = part === 'am' || part === 'pm'
  const readings = hour > 12 && !isHalf ? [hour] : [hour % 12, (hour % 12) + 12]
  const isWritten = isHalf ? hour >= 1 && hour <= 12 : hour < 24
  return isWritten ? readings.find(hoursOfPart[part]) : undefined
}

/** At 5, `a las 5` means the afternoon to most people and the night to a clock of 24 hours. */
function refuseEitherHalf(hour: number): void {
  if (hour < 1 || hour > 7) return
  throw new Failure('time_unclear', { values: { first: `${hour}:00`, second: `${hour + 12}:00` } })
}
