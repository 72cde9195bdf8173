import { expect, test } from 'vitest'
import {
  daysAfter,
  nextHour,
  zoneOrDefault,
} from '../../../../../src/service/automations/engine/local-time.ts'

const at = (text: string) => Date.parse(`2027-${text}:00Z`)

test.each([
  ['the hour is still to come', 'Europe/Madrid', 10, '03-08T07:30', '03-08T09:00'],
  ['it is that hour', 'Europe/Madrid', 10, '03-08T09:00', '03-08T09:00'],
  ['it has just passed', 'Europe/Madrid', 10, '03-08T09:01', '03-09T09:00'],
  ['the clocks go forward in between', 'Europe/Madrid', 10, '03-27T20:00', '03-28T08:00'],
  ['the clocks go back in between', 'Europe/Madrid', 10, '10-30T20:00', '10-31T09:00'],
  ['the hour comes twice', 'Europe/Madrid', 2, '10-30T20:00', '10-31T00:00'],
  ['the clocks skip the hour', 'Europe/Madrid', 2, '03-27T20:00', '03-28T01:00'],
  ['it is another day there', 'Asia/Tokyo', 0, '03-08T15:30', '03-09T15:00'],
])('the next time of an hour, when %s', (_, zone, hour, now, expected) => {
  expect(new Date(nextHour(zone, hour, at(now))).toISOString()).toBe(
    new Date(at(expected)).toISOString(),
  )
})

test('adding days keeps the local hour, even across a day with 23 hours', () => {
  expect(daysAfter('Europe/Madrid', at('03-27T09:00'), 1)).toBe(at('03-28T08:00'))
  expect(daysAfter('Europe/Madrid', at('03-29T08:00'), -2)).toBe(at('03-27T09:00'))
})

test.each([
  ['Asia/Tokyo', 'Asia/Tokyo'],
  [' Asia/Tokyo ', 'Asia/Tokyo'],
  ['Nowhere/City', 'Europe/Madrid'],
  ['', 'Europe/Madrid'],
  [undefined, 'Europe/Madrid'],
  [5, 'Europe/Madrid'],
])('for the time zone %s of a contact, %s is used', (zone, expected) => {
  expect(zoneOrDefault(zone, 'Europe/Madrid')).toBe(expected)
})
