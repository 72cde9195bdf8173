import { expect, test } from 'vitest'
import {
  type DateTrigger,
  daysWithin,
  fieldRangesFor,
  triggerInstant,
} from '../../../../../../src/service/automations/engine/entry/date-trigger.ts'

const at = (text: string) => Date.parse(text)
const birthday: DateTrigger = { type: 'date_field', list_id: 1, field: 'cumple', yearly: true }
const matches = (trigger: DateTrigger, born: string, day: string): boolean => {
  const seconds = at(`${born}T00:00:00Z`) / 1000
  const ranges = fieldRangesFor(trigger, at(`${day}T00:00:00Z`))
  return ranges.some(({ from, until }) => seconds >= from && seconds < until)
}

test.each([
  ['1990-03-20', '2027-03-20', true],
  ['1990-03-20', '2027-03-21', false],
  ['1990-03-20', '1989-03-20', false],
  ['2000-02-29', '2028-02-29', true],
  ['2000-02-29', '2027-02-28', true],
  ['2000-02-29', '2028-02-28', false],
  ['2000-02-29', '2027-03-01', false],
  ['2000-02-28', '2027-02-28', true],
  ['1900-02-28', '2100-02-28', true],
  ['2000-02-29', '2100-02-28', true],
])('the birthday of someone born on %s is on %s: %s', (born, day, expected) => {
  expect(matches(birthday, born, day)).toBe(expected)
})

test('an offset moves the day, across the ends of months and years', () => {
  const before = { ...birthday, offset_days: -7 }
  expect(matches(before, '1990-01-03', '2026-12-27')).toBe(true)
  expect(matches(before, '1990-01-03', '2027-01-03')).toBe(false)
  expect(matches({ ...birthday, offset_days: 1 }, '2000-02-29', '2027-03-01')).toBe(true)
})

test('a date that is not yearly matches once', () => {
  const once = { ...birthday, yearly: false }
  expect(matches(once, '2027-03-20', '2027-03-20')).toBe(true)
  expect(matches(once, '2026-03-20', '2027-03-20')).toBe(false)
})

test.each([
  ['Europe/Madrid', '2027-03-27', '2027-03-27T08:00:00Z'],
  ['Europe/Madrid', '2027-03-28', '2027-03-28T07:00:00Z'],
  ['Pacific/Kiritimati', '2027-03-28', '2027-03-27T19:00:00Z'],
  ['Etc/GMT+12', '2027-03-28', '2027-03-28T21:00:00Z'],
  ['Asia/Kathmandu', '2027-03-28', '2027-03-28T03:15:00Z'],
])('nine in the morning in %s on %s is %s', (zone, day, instant) => {
  expect(triggerInstant(birthday, at(`${day}T00:00:00Z`), zone)).toBe(at(instant))
})

test('an hour that daylight saving time skips is at the time it would have been', () => {
  const early = { ...birthday, hour: 2 }
  expect(triggerInstant(early, at('2027-03-28T00:00:00Z'), 'Europe/Madrid')).toBe(
    at('2027-03-28T01:00:00Z'),
  )
})

test('for every time zone, the day whose hour is within a range is returned', () => {
  for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Madrid', 'Asia/Kathmandu']) {
    for (const hour of [0, 9, 23]) {
      const trigger = { ...birthday, hour }
      const day = at('2027-03-28T00:00:00Z')
      const instant = triggerInstant(trigger, day, zone)
      const days = daysWithin(trigger, { from: instant - 900_000, to: instant })
      expect(days, `${zone} at ${hour}`).toContain(day)
      expect(days.length).toBeLessThanOrEqual(3)
    }
  }
})
