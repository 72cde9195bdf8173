import { Failure } from '../../../core/failure.ts'
import { dayMs } from '../../../core/time.ts'
import type { WallTime } from '../../../core/zone.ts'
import { type Day, dateOf, midnightOf } from './day.ts'

interface Choice {
  readonly wallNow: WallTime
  /** Minutes since midnight. */
  readonly minutes: number
  /** A send is ahead; a filter looks back. */
  readonly toward: 'future' | 'past'
}

/** A date without a year that is this far ahead is more likely one that has just passed. */
const farAhead = 270 * dayMs

/**
 * Returns the local time that a day and a time of day name: the next one, or the latest for a filter. Throws Failure
 * `time_unclear` where people read the words in two ways, since a campaign goes out at that time.
 */
export function chooseDay(day: Day, choice: Choice): WallTime | undefined {
  const midnight = midnightNamed(day, choice)
  if (midnight === undefined) return undefined
  if (!('which' in day) && day.weekday !== undefined && weekdayOf(midnight) !== day.weekday) {
    throw new Failure('time_weekday', { values: { date: isoDate(midnight) } })
  }
  return midnight + choice.minutes * 60_000
}

function midnightNamed(day: Day, choice: Choice): WallTime | undefined {
  if ('midnight' in day) return day.midnight
  if ('month' in day) return dateWithoutYear(day, choice)
  if ('dayOfMonth' in day) return dateWithoutMonth(day.dayOfMonth, choice)
  return weekdayNamed(day, choice)
}

function dateWithoutYear(
  { month, day }: { month: number; day: number },
  choice: Choice,
): WallTime | undefined {
  const year = new Date(choice.wallNow).getUTCFullYear()
  const dates = [-1, 0, 1].map((ahead) => dateOf(year + ahead, month, day))
  const chosen = nearest(dates, choice)
  if (chosen === undefined || choice.toward === 'past') return chosen
  const before = dateOf(new Date(chosen).getUTCFullYear() - 1, month, day)
  if (before !== undefined && chosen - choice.wallNow > farAhead) refuse(before, chosen, choice)
  return chosen
}

function dateWithoutMonth(day: number, choice: Choice): WallTime | undefined {
  const now = new Date(choice.wallNow)
  const dates = [-1, 0, 1].map((ahead) => {
    const month = now.getUTCMonth() + ahead
    return dateOf(now.getUTCFullYear() + Math.floor(month / 12), ((month + 12) % 12) + 1, day)
  })
  return nearest(dates, choice)
}

/** The first that is ahead, or the last that has passed. One that does not exist is not skipped. */
function nearest(
  [before, current, after]: (WallTime | undefined)[],
  choice: Choice,
): WallTime | undefined {
  const isAhead = current !== undefined && hasNotPassed(current, choice)
  if (choice.toward === 'future') return isAhead ? current : after
  return isAhead || current === undefined ? before : current
}

const hasNotPassed = (midnight: WallTime, { wallNow, minutes }: Choice): boolean =>
  midnight + minutes * 60_000 > wallNow

function weekdayNamed(
  { weekday, which }: { weekday: number; which?: 'this' | 'next' | 'last' | undefined },
  choice: Choice,
): WallTime | undefined {
  const today = midnightOf(choice.wallNow)
  // Weeks begin on Monday.
  const monday = today - ((weekdayOf(today) + 6) % 7) * dayMs
  const inThisWeek = monday + ((weekday + 6) % 7) * dayMs
  const isAhead = hasNotPassed(inThisWeek, choice)
  if (which === 'this') return isAhead === (choice.toward === 'future') ? inThisWeek : undefined
  if (which === 'last') {
    const weeks = inThisWeek < today ? 0 : 1
    return inThisWeek - weeks * 7 * dayMs
  }
  if (choice.toward === 'past') {
    if (which === 'next') return undefined
    return isAhead ? inThisWeek - 7 * dayMs : inThisWeek
  }
  const inNextWeek = inThisWeek + 7 * dayMs
  if (which === 'next' && inThisWeek > today) refuse(inThisWeek, inNextWeek, choice)
  if (which === undefined && inThisWeek === today && isAhead) {
    refuse(inThisWeek, inNextWeek, choice)
  }
  return which === undefined && isAhead ? inThisWeek : inNextWeek
}

function refuse(first: WallTime, second: WallTime, { minutes }: Choice): never {
  const [one, other] = [first, second].map((midnight) =>
    new Date(midnight + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' '),
  )
  throw new Failure('time_unclear', { values: { first: one ?? '', second: other ?? '' } })
}

const weekdayOf = (midnight: WallTime): number => new Date(midnight).getUTCDay()

const isoDate = (midnight: WallTime): string => new Date(midnight).toISOString().slice(0, 10)
