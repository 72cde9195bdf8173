import { expect, test } from 'vitest'
import {
  type DateTrigger,
  daysWithin,
  momentOf,
  valuesOn,
} from '../../../../src/service/automations/engine/date-moments.ts'

const at = (text: string) => Date.parse(text)
const birthday: DateTrigger = { type: 'date_field', list_id: 1, field: 'cumple', yearly: true }
const isTheirs = (trigger: DateTrigger, born: string, day: string): boolean => {
  const seconds = at(`${born}T00:00:00Z`) / 1000
  const ranges = valuesOn(trigger, at(`${day}T00:00:00Z`))
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
])('who was born on %s has their day on %s: %s', (born, day, expected) => {
  expect(isTheirs(birthday, born, day)).toBe(expected)
})

test('days on top move the day, over the ends of months and years', () => {
  const before = { ...birthday, offset_days: -7 }
  expect(isTheirs(before, '1990-01-03', '2026-12-27')).toBe(true)
  expect(isTheirs(before, '1990-01-03', '2027-01-03')).toBe(false)
  expect(isTheirs({ ...birthday, offset_days: 1 }, '2000-02-29', '2027-03-01')).toBe(true)
})

test('a date that does not come again has its day once', () => {
  const once = { ...birthday, yearly: false }
  expect(isTheirs(once, '2027-03-20', '2027-03-20')).toBe(true)
  expect(isTheirs(once, '2026-03-20', '2027-03-20')).toBe(false)
})

test.each([
  ['Europe/Madrid', '2027-03-27', '2027-03-27T08:00:00Z'],
  ['Europe/Madrid', '2027-03-28', '2027-03-28T07:00:00Z'],
  ['Pacific/Kiritimati', '2027-03-28', '2027-03-27T19:00:00Z'],
  ['Etc/GMT+12', '2027-03-28', '2027-03-28T21:00:00Z'],
  ['Asia/Kathmandu', '2027-03-28', '2027-03-28T03:15:00Z'],
])('nine in the morning in %s on %s is %s', (zone, day, moment) => {
  expect(momentOf(birthday, at(`${day}T00:00:00Z`), zone)).toBe(at(moment))
})

test('an hour that summer time leaves out is the moment it would have been', () => {
  const early = { ...birthday, hour: 2 }
  expect(momentOf(early, at('2027-03-28T00:00:00Z'), 'Europe/Madrid')).toBe(
    at('2027-03-28T01:00:00Z'),
  )
})

test('of every zone, the day whose hour falls into a span is among those that are looked at', () => {
  for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'Europe/Madrid', 'Asia/Kathmandu']) {
    for (const hour of [0, 9, 23]) {
      const trigger = { ...birthday, hour }
      const day = at('2027-03-28T00:00:00Z')
      const moment = momentOf(trigger, day, zone)
      const days = daysWithin(trigger, { from: moment - 900_000, to: moment })
      expect(days, `${zone} at ${hour}`).toContain(day)
      expect(days.length).toBeLessThanOrEqual(3)
    }
  }
})
