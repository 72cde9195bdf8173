import { parseDuration, parsePeriod } from '../../core/duration.ts'
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
import { chooseDay } from './times/choose-day.ts'
import { type ClockTime, readClock } from './times/clock.ts'
import { addDelay, midnightOf, readDayPhrase } from './times/day.ts'
import { type Delay, readDelay } from './times/delay.ts'
import { foldTime } from './times/words.ts'

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
   * How a filter reads a day without an hour. Without it the time is one to send at: a day without an hour is
   * refused, because nobody wants to send at midnight, and `monday 9:00` is the next one.
   */
  day?: 'start' | 'end' | undefined
  /** Whether `monday` is the next or the last one. By default a filter reads it as the last one. */
  toward?: 'future' | 'past'
}

/** Returns the instant of a time, or of a duration before now such as `1h`. */
export function readSince(text: string, reading: TimeContext): number {
  const back = parseDuration(text)
  if (back !== undefined) return reading.now - back
  return readTime(text, { day: 'start', ...reading }).instant
}

/**
 * Returns the instant at which something ends: a time, a duration from now such as `90d` or `6mo`, or a day, which is
 * included. A time in the past is refused.
 */
export function readDeadline(text: string, reading: { zone: string; now: number }): number {
  const ahead = parsePeriod(text) ?? parseDuration(text)
  if (ahead !== undefined) return reading.now + ahead
  const time = readTime(text, { day: 'end', toward: 'future', ...reading })
  refusePast(time, reading.now)
  return time.instant
}

/**
 * Parses RFC 3339, `2027-03-28T09:00` in `zone`, and times as people write them in English and Spanish, whatever
 * the language of the run: `25/12/2026 9:00`, `el viernes a las 18:30`, `next monday 9am`, `in 2 hours`. Words left
 * over or with two readings are refused: a wrong guess would send a campaign at the wrong time.
 */
export function readTime(text: string, context: TimeContext): ChosenTime {
  const { zone } = context
  if (!isZone(zone)) throw new Failure('zone_unknown', { values: { zone } })
  const plain = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const time = text.trim()
  try {
    const instant =
      readExact(plain) ?? instantOf(readWall(plain), zone) ?? readPhrase(foldTime(text), context)
    if (instant !== undefined && Math.abs(instant) <= lastInstant) return { instant, zone }
  } catch (error) {
    throw withText(error, time)
  }
  const withHour = addHour(time, context)
  throw new Failure('time_unreadable', {
    values: { time, ...(withHour !== undefined && { withHour }) },
  })
}

/**
 * Returns a text that names only a day with an hour that is still to come, as an example. Undefined for any other
 * text.
 */
function addHour(text: string, context: TimeContext): string | undefined {
  const { zone, now } = context
  if (!readDayPhrase(foldTime(text), wallTimeAt(now, zone))) return undefined
  return ['9:00', '21:00']
    .map((hour) => `${text} ${hour}`)
    .find((withHour) => {
      try {
        return (readPhrase(foldTime(withHour), context) ?? 0) > now
      } catch (error) {
        if (error instanceof Failure) return false
        throw error
      }
    })
}

/** Adds what was typed to the sentence. */
function withText(error: unknown, time: string): unknown {
  if (!(error instanceof Failure) || error.details.values?.time !== undefined) return error
  return new Failure(error.code, { values: { time, ...error.details.values } })
}

/** Refuses a time in the past, which is probably a typo. */
export function refusePast({ instant, zone }: ChosenTime, now: number): void {
  if (instant < now) {
    const local = new Date(wallTimeAt(instant, zone)).toISOString().slice(0, 16).replace('T', ' ')
    throw new Failure('time_past', { values: { time: `${local} ${zone}` } })
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

const instantOf = (wall: WallTime | undefined, zone: string): number | undefined =>
  wall === undefined ? undefined : resolveWallTime(wall, zone)

function readPhrase(
  text: string,
  { zone, now, day, toward = day === undefined ? 'future' : 'past' }: TimeContext,
): number | undefined {
  const wallNow = wallTimeAt(now, zone)
  const delay = readDelay(text)
  if (delay) return delayed(delay, { zone, now })
  if (day !== undefined && nowWords.has(text)) return now
  const whole = day && readDayPhrase(text, wallNow)
  if (whole && whole.part === undefined) {
    const midnight = chooseDay(whole.day, { wallNow, minutes: 0, toward })
    if (midnight === undefined) return undefined
    return day === 'end' ? startOf(midnight + dayMs, zone) - 1 : startOf(midnight, zone)
  }
  const clock = readClock(text)
  if (!clock) return undefined
  if (clock.day === '') return atClock(clock, { wallNow, toward, zone })
  const phrase = readDayPhrase(clock.day, wallNow)
  const minutes = phrase && clock.minutes(phrase.part)
  if (!phrase || minutes === undefined) return undefined
  return instantOf(chooseDay(phrase.day, { wallNow, minutes, toward }), zone)
}

const nowWords = new Set(['now', 'ahora'])

interface ClockContext {
  wallNow: WallTime
  toward: 'future' | 'past'
  zone: string
}

/** Returns the next time that the clock shows it, or the latest for a filter. */
function atClock(
  { minutes }: ClockTime,
  { wallNow, toward, zone }: ClockContext,
): number | undefined {
  const time = minutes()
  if (time === undefined) return undefined
  const today = midnightOf(wallNow) + time * minuteMs
  const isAhead = today > wallNow
  if (toward === 'future') return resolveWallTime(isAhead ? today : today + dayMs, zone)
  return resolveWallTime(isAhead ? today - dayMs : today, zone)
}

function delayed(delay: Delay, { zone, now }: TimeContext): number | undefined {
  const { ms, days, months, isBack } = delay
  const after = now + (isBack ? -ms : ms)
  if (after < 0 || after > lastInstant) return undefined
  if (days === 0 && months === 0) return after
  const instant = instantOf(addDelay(wallTimeAt(after, zone), delay), zone)
  return instant === undefined || instant < 0 ? undefined : instant
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

/** If the clocks skip midnight, the day starts an hour later. */
function startOf(midnight: WallTime, zone: string): number {
  const [first = resolveWallTime(midnight + hourMs, zone)] = instantsAt(midnight, zone)
  return first
}
