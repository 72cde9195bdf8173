import { expect, test } from 'vitest'
import { earliestOf, hoursOf } from '../../../../src/service/campaigns/recipient-hour.ts'

/** In the morning of that day in Madrid. */
const planned = (at: string, timezone: string | null = 'Europe/Madrid') => ({
  scheduled_at: Date.parse(at),
  timezone,
  by_recipient_timezone: 1 as const,
})

const hourIn = (at: string, zone: unknown, timezone?: string) =>
  new Date(hoursOf(planned(at, timezone))(zone)).toISOString()

test('the hour is that of each recipient’s own clock', () => {
  const at = '2027-01-15T09:00:00Z'
  expect(hourIn(at, 'Asia/Tokyo')).toBe('2027-01-15T01:00:00.000Z')
  expect(hourIn(at, ' america/bogota ')).toBe('2027-01-15T15:00:00.000Z')
  expect(hourIn(at, 'Europe/Madrid')).toBe('2027-01-15T09:00:00.000Z')
  // Summer there, winter here.
  expect(hourIn(at, 'Australia/Sydney')).toBe('2027-01-14T23:00:00.000Z')
})

test('who has no zone, or one that is none, gets it when the campaign’s clock shows the hour', () => {
  for (const zone of [undefined, null, '', 'Nowhere/City', '+05:00', 7, true]) {
    expect(hourIn('2027-01-15T09:00:00Z', zone)).toBe('2027-01-15T09:00:00.000Z')
  }
})

test('an hour that summer time leaves out is the moment it would have been, one that comes twice its first', () => {
  // 02:30 in New York: on 14 March there is none, on 7 November there are two.
  expect(hourIn('2027-03-14T02:30:00Z', 'America/New_York', 'UTC')).toBe('2027-03-14T07:30:00.000Z')
  expect(hourIn('2027-11-07T01:30:00Z', 'America/New_York', 'UTC')).toBe('2027-11-07T05:30:00.000Z')
})

test('the audience is fixed before the first clocks on earth show the hour', () => {
  const row = planned('2027-01-15T09:00:00Z')
  const earliest = earliestOf(row)
  expect(new Date(earliest).toISOString()).toBe('2027-01-14T20:00:00.000Z')
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Apia', 'Etc/GMT+12', 'America/Adak']) {
    expect(hoursOf(row)(zone)).toBeGreaterThanOrEqual(earliest)
  }
  expect(earliestOf({ ...row, by_recipient_timezone: 0 })).toBe(row.scheduled_at)
})
