import { expect, test } from 'vitest'
import {
  defaultShare,
  endOfMonth,
  resetOf,
  usedSends,
} from '../../../../src/service/users/quota.ts'

test.each([
  ['2027-03-01T04:59:59Z', 'America/Lima', '2027-03-01T05:00:00Z'],
  ['2027-03-01T05:00:00Z', 'America/Lima', '2027-04-01T05:00:00Z'],
  ['2027-12-31T22:59:59Z', 'Europe/Madrid', '2027-12-31T23:00:00Z'],
  ['2027-12-31T23:00:00Z', 'Europe/Madrid', '2028-01-31T23:00:00Z'],
  // The clocks went from 24:00 to 01:00: the first of April had no midnight.
  ['2005-03-31T12:00:00Z', 'Asia/Amman', '2005-03-31T22:00:00Z'],
])('the month of %s in %s ends at %s', (at, zone, end) => {
  expect(new Date(endOfMonth(Date.parse(at), zone)).toISOString()).toBe(new Date(end).toISOString())
})

test('used sends count exactly until the end of their month', () => {
  const account = { sends_used: 7, sends_reset_at: 1000, timezone: 'UTC' }
  expect([usedSends(account, 999), usedSends(account, 1000)]).toEqual([7, 0])
  expect(resetOf(account, 999)).toBe(1000)
  expect(resetOf(account, 1000)).toBe(Date.UTC(1970, 1, 1))
})

test('a new account gets a tenth of what its parent has left, up to a maximum', () => {
  const left = { monthly_sends: 995, contacts_max: 5_000_000, ai_generations: 9, rate_per_hour: 1 }
  expect(defaultShare(left)).toEqual({ monthly_sends: 99, contacts_max: 10_000, ai_generations: 0 })
  expect(defaultShare({ ...left, monthly_sends: -5 }).monthly_sends).toBe(0)
})
