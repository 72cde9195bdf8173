import type { Language } from '../../core/language.ts'
import { dayMs } from '../../core/time.ts'
import { wallTimeAt } from '../../core/zone.ts'
import { terminalMessages } from './terminal-messages.ts'

interface TimeSettings {
  readonly language: Language
  readonly locale: string
  /** An IANA time zone. */
  readonly timezone: string
  /** Without a clock no day is near. */
  readonly clock?: { now(): number } | undefined
}

/** Creates the formats of times for people. */
export function createTimes({ language, locale, timezone, clock }: TimeSettings) {
  const months = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short' })
  const now = clock && wallTimeAt(clock.now(), timezone)
  const thisYear = now === undefined ? undefined : new Date(now).getUTCFullYear()
  const dayOf = (wall: Date): string => `${wall.getUTCDate()} ${months.format(wall)}`

  /** `4 Mar 2027 9:00` */
  function plain(instant: number, zone = timezone): string {
    const wall = new Date(wallTimeAt(instant, zone))
    return `${dayOf(wall)} ${wall.getUTCFullYear()} ${hourOf(wall)}`
  }

  return {
    plain,

    /** As a person says it: `yesterday at 9:00`, `4 Mar 9:00`, and with the year if it is another one. */
    near(instant: number): string {
      const wall = new Date(wallTimeAt(instant, timezone))
      const ahead = now === undefined ? Infinity : dayNumber(wall.getTime()) - dayNumber(now)
      if (Math.abs(ahead) <= 1) return terminalMessages[language].nearDay(ahead, hourOf(wall))
      const isThisYear = wall.getUTCFullYear() === thisYear
      return isThisYear ? `${dayOf(wall)} ${hourOf(wall)}` : plain(instant)
    },

    /** With the day of the week, to check a date by: `Monday 30 Nov 2026 9:00`. */
    full(instant: number, zone: string): string {
      const wall = wallTimeAt(instant, zone)
      const weekdays = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' })
      return `${weekdays.format(wall)} ${plain(instant, zone)}`
    },

    /** A date without an hour unless it has one, in UTC: `25 Dec 2026`. */
    day(instant: number): string {
      const date = new Date(instant)
      const hour = instant % dayMs === 0 ? '' : ` ${hourOf(date)}`
      return `${dayOf(date)} ${date.getUTCFullYear()}${hour}`
    },
  }
}

const dayNumber = (wall: number): number => Math.floor(wall / dayMs)

const hourOf = (wall: Date): string =>
  `${wall.getUTCHours()}:${String(wall.getUTCMinutes()).padStart(2, '0')}`
