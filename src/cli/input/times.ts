import { parseDuration } from '../../core/duration.ts'
import { Failure } from '../../core/failure.ts'
import { dayMs, hourMs, minuteMs } from '../../core/time.ts'
import {
  instantsAt,
  isZone,
  offsetAt,
  type WallTime,
  wallTimeAt,
  writeOffset,
} from '../../core/zone.ts'

interface ChosenTime {
  /** Milliseconds since the epoch. */
  readonly instant: number
  readonly zone: string
}

/** The maximum of a Date; a later one cannot be formatted. */
const lastInstant = 8.64e15

interface TimeContext {
  zone: string
  now: number
  /**
   * How to read a day without an hour. By default it is refused, because nobody wants to send at
   * midnight.
   */
  day?: 'start' | 'end'
}

/** Returns the instant of a time, or of a duration before now such as `1h`. */
export function readSince(text: string, reading: TimeContext): number {
  const back = parseDuration(text)
  return back === undefined ? readTime(text, reading).instant : reading.now - back
}

/**
 * Parses RFC 3339, `2027-03-28T09:00` in `zone`, `in 2h`, `3d ago`, `tomorrow 9am`, `today 18:00`
 * and `yesterday`, in English and Spanish, whatever the language of the run.
 */
export function readTime(text: string, { zone, now, day }: TimeContext): ChosenTime {
  if (!isZone(zone)) throw new Failure('zone_unknown', { values: { zone } })
  const plain = text.trim().normalize('NFC').toLowerCase().replace(/\s+/g, ' ')
  const midnight = day && readDay(plain, wallTimeAt(now, zone))
  if (midnight !== undefined) {
    const instant = day === 'end' ? startOf(midnight + dayMs, zone) - 1 : startOf(midnight, zone)
    return { instant, zone }
  }
  const instant = readExact(plain) ?? readDelay(plain, now)
  if (instant !== undefined) return { instant, zone }
  const wall = readWall(plain) ?? readHourOfDay(plain, wallTimeAt(now, zone))
  if (wall === undefined) throw new Failure('time_unreadable', { values: { time: text.trim() } })
  return { instant: resolveWallTime(wall, zone), zone }
}

/** Refuses a time in the past, which is probably a typo. */
export function refusePast({ instant }: ChosenTime, now: number): void {
  if (instant < now) {
    throw new Failure('time_past', { values: { time: new Date(instant).toISOString() } })
  }
}

function resolveWallTime(wall: WallTime, zone: string): number {
  const [first, second] = instantsAt(wall, zone)
  const time = new Date(wall).toISOString().slice(0, 19)
  if (first === undefined) throw new Failure('time_nonexistent', { values: { time, zone } })
  if (second === undefined) return first
  const [earlier, later] = [first, second].map((each) => time + writeOffset(offsetAt(each, zone)))
  throw new Failure('time_ambiguous', {
    values: { time, zone, earlier: earlier ?? '', later: later ?? '' },
  })
}

/** Parses a time with an offset. */
function readExact(text: string): number | undefined {
  const [, wallText, fraction = '', offset] =
    /^(.+?)(\.\d{1,9})?(z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  const wall = wallText === undefined ? undefined : readWall(wallText)
  if (wall === undefined || offset === undefined) return undefined
  const [hours = 0, minutes = 0] = offset === 'z' ? [] : offset.slice(1).split(':').map(Number)
  if (hours > 23 || minutes > 59) return undefined
  const ahead = (hours * 60 + minutes) * minuteMs * (offset.startsWith('-') ? -1 : 1)
  return wall + Math.floor(Number(`0${fraction}`) * 1000) - ahead
}

function readDelay(text: string, now: number): number | undefined {
  const [, ahead] = /^(?:in|en|dentro de) (.+)$/.exec(text) ?? []
  const [, ago, hace] = /^(?:(.+) ago|hace (.+))$/.exec(text) ?? []
  const back = ago ?? hace
  const ms = parseDuration((ahead ?? back ?? '').replaceAll(' ', ''))
  if (ms === undefined) return undefined
  const instant = back === undefined ? now + ms : now - ms
  return instant < 0 || instant > lastInstant ? undefined : instant
}

function readWall(text: string): WallTime | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[t ](\d\d):(\d\d)(?::(\d\d))?$/.exec(text)
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0))
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  // Date turns 31 April into 1 May, so a date that does not round-trip is invalid.
  const isReal = new Date(wall)
    .toISOString()
    .startsWith(text.slice(0, 16).replace(' ', 'T').toUpperCase())
  return isReal && second < 60 ? wall : undefined
}

const days = new Map([
  ['yesterday', -1],
  ['ayer', -1],
  ['today', 0],
  ['hoy', 0],
  ['tomorrow', 1],
  ['mañana', 1],
  ['manana', 1],
])

/** Returns the midnight of the day. */
function readDay(text: string, wallNow: WallTime): WallTime | undefined {
  const ahead = days.get(text)
  if (ahead !== undefined) return Math.floor(wallNow / dayMs) * dayMs + ahead * dayMs
  return /^\d{4}-\d\d-\d\d$/.test(text) ? readWall(`${text} 00:00`) : undefined
}

/** If the clocks skip midnight, the day starts an hour later. */
function startOf(midnight: WallTime, zone: string): number {
  const [first = resolveWallTime(midnight + hourMs, zone)] = instantsAt(midnight, zone)
  return first
}

function readHourOfDay(text: string, wallNow: WallTime): WallTime | undefined {
  const [, day = '', hours, minutes = '0', half] =
    /^(\p{L}+)(?: at| a las| a la)? (\d{1,2})(?::(\d\d))?(?: ?(am|pm))?$/u.exec(text) ?? []
  const ahead = days.get(day)
  const hour = readHour(Number(hours), half)
  if (ahead === undefined || hour === undefined || Number(minutes) > 59) return undefined
  const midnight = Math.floor(wallNow / dayMs) * dayMs
  return midnight + ahead * dayMs + (hour * 60 + Number(minutes)) * minuteMs
}

function readHour(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half === 'pm' ? 12 : 0)
}
