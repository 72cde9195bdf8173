import { parseDuration } from '../../core/duration.ts'
import { Failure } from '../../core/failure.ts'
import {
  instantsAt,
  isZone,
  offsetAt,
  type WallTime,
  wallTimeAt,
  writeOffset,
} from '../../core/zone.ts'

export interface ChosenTime {
  /** Milliseconds since the epoch. */
  readonly instant: number
  readonly zone: string
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** No Date is later; to write one down would throw. */
const lastInstant = 8.64e15

interface Reading {
  zone: string
  now: number
  /**
   * Which moment a day without an hour is. Refused where nothing is said: nobody means to send at
   * midnight.
   */
  day?: 'start' | 'end'
}

/** The instant of `readTime`; a length alone, such as `1h`, lies that far back. */
export function readSince(text: string, reading: Reading): number {
  const back = parseDuration(text)
  return back === undefined ? readTime(text, reading).instant : reading.now - back
}

/**
 * A time as people write it: RFC 3339, `2027-03-28T09:00` on the clocks of `zone`, `in 2h`, `3d ago`,
 * `tomorrow 9am`, `today 18:00`, `yesterday`, in English or Spanish whatever the language is.
 */
export function readTime(text: string, { zone, now, day }: Reading): ChosenTime {
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
  return { instant: settle(wall, zone), zone }
}

/** Whoever sends for a time that has gone by has mistyped it, unless they say otherwise. */
export function refusePast({ instant }: ChosenTime, now: number): void {
  if (instant < now) {
    throw new Failure('time_past', { values: { time: new Date(instant).toISOString() } })
  }
}

function settle(wall: WallTime, zone: string): number {
  const [first, second] = instantsAt(wall, zone)
  const time = new Date(wall).toISOString().slice(0, 19)
  if (first === undefined) throw new Failure('time_nonexistent', { values: { time, zone } })
  if (second === undefined) return first
  const [earlier, later] = [first, second].map((each) => time + writeOffset(offsetAt(each, zone)))
  throw new Failure('time_ambiguous', {
    values: { time, zone, earlier: earlier ?? '', later: later ?? '' },
  })
}

/** With an offset: the same instant everywhere. */
function readExact(text: string): number | undefined {
  const [, wallText, fraction = '', offset] =
    /^(.+?)(\.\d{1,9})?(z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  const wall = wallText === undefined ? undefined : readWall(wallText)
  if (wall === undefined || offset === undefined) return undefined
  const [hours = 0, minutes = 0] = offset === 'z' ? [] : offset.slice(1).split(':').map(Number)
  if (hours > 23 || minutes > 59) return undefined
  const ahead = (hours * 60 + minutes) * 60_000 * (offset.startsWith('-') ? -1 : 1)
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
  // Date carries 31 April over into May: what does not come back as it was is no date.
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

/** Its midnight. */
function readDay(text: string, wallNow: WallTime): WallTime | undefined {
  const ahead = days.get(text)
  if (ahead !== undefined) return Math.floor(wallNow / dayMs) * dayMs + ahead * dayMs
  return /^\d{4}-\d\d-\d\d$/.test(text) ? readWall(`${text} 00:00`) : undefined
}

/** Where the clocks leap over midnight, the day begins with the hour behind it. */
function startOf(midnight: WallTime, zone: string): number {
  const [first = settle(midnight + hourMs, zone)] = instantsAt(midnight, zone)
  return first
}

function readHourOfDay(text: string, wallNow: WallTime): WallTime | undefined {
  const [, day = '', hours, minutes = '0', half] =
    /^(\p{L}+)(?: at| a las| a la)? (\d{1,2})(?::(\d\d))?(?: ?(am|pm))?$/u.exec(text) ?? []
  const ahead = days.get(day)
  const hour = readHour(Number(hours), half)
  if (ahead === undefined || hour === undefined || Number(minutes) > 59) return undefined
  const midnight = Math.floor(wallNow / dayMs) * dayMs
  return midnight + ahead * dayMs + (hour * 60 + Number(minutes)) * 60_000
}

function readHour(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half === 'pm' ? 12 : 0)
}
