import { expect, test } from 'vitest'
import {
  earliestSendTime,
  sendTimesByTimezone,
} from '../../../../../src/service/campaigns/sending/recipient-timezone.ts'

/** In the morning of that day in Madrid. */
const planned = (at: string, timezone: string | null = 'Europe/Madrid') => ({
  scheduled_at: Date.parse(at),
  timezone,
  by_recipient_timezone: 1 as const,
})

const hourIn = (at: string, zone: unknown, timezone?: string) =>
  new Date(sendTimesByTimezone(planned(at, timezone))(zone)).toISOString()

test('the send time is the hour in each recipient’s timezone', () => {
  const at = '2027-01-15T09:00:00Z'
  expect(hourIn(at, 'Asia/Tokyo')).toBe('2027-01-15T01:00:00.000Z')
  expect(hourIn(at, ' america/bogota ')).toBe('2027-01-15T15:00:00.000Z')
  expect(hourIn(at, 'Europe/Madrid')).toBe('2027-01-15T09:00:00.000Z')
  // Summer there, winter here.
  expect(hourIn(at, 'Australia/Sydney')).toBe('2027-01-14T23:00:00.000Z')
})

test('a recipient without a valid timezone gets the campaign’s send time', () => {
  for (const zone of [undefined, null, '', 'Nowhere/City', '+05:00', 7, true]) {
    expect(hourIn('2027-01-15T09:00:00Z', zone)).toBe('2027-01-15T09:00:00.000Z')
  }
})

test('an hour skipped by daylight saving time is the moment it would have been, a repeated hour is its first occurrence', () => {
  // 02:30 in New York: on 14 March there is none, on 7 November there are two.
  expect(hourIn('2027-03-14T02:30:00Z', 'America/New_York', 'UTC')).toBe('2027-03-14T07:30:00.000Z')
  expect(hourIn('2027-11-07T01:30:00Z', 'America/New_York', 'UTC')).toBe('2027-11-07T05:30:00.000Z')
})

test('the audience is fixed before the earliest timezone reaches the hour', () => {
  const row = planned('2027-01-15T09:00:00Z')
  const earliest = earliestSendTime(row)
  expect(new Date(earliest).toISOString()).toBe('2027-01-14T20:00:00.000Z')
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Apia', 'Etc/GMT+12', 'America/Adak']) {
    expect(sendTimesByTimezone(row)(zone)).toBeGreaterThanOrEqual(earliest)
  }
  expect(earliestSendTime({ ...row, by_recipient_timezone: 0 })).toBe(row.scheduled_at)
})
