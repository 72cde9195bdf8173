import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDeadline, readTime, refusePast } from '../../../../src/cli/input/times.ts'
import { wallTimeAt } from '../../../../src/core/zone.ts'
import { phrases } from './time-phrases.ts'

const zone = 'Europe/Madrid'
/** A Saturday afternoon in Madrid, ten hours before its clocks go forward. */
const now = Date.parse('2027-03-27T15:00:00Z')
const read = (text: string, changes: Partial<Parameters<typeof readTime>[1]> = {}) =>
  new Date(readTime(text, { zone, now, ...changes }).instant).toISOString()

test.each([
  ['2027-03-28T09:00:00+02:00', '2027-03-28T07:00:00.000Z'],
  ['2027-03-28T07:00:00Z', '2027-03-28T07:00:00.000Z'],
  ['2027-03-28t07:00:00.5z', '2027-03-28T07:00:00.500Z'],
  ['2027-03-28T00:30-09:30', '2027-03-28T10:00:00.000Z'],
  ['2027-03-28T09:00', '2027-03-28T07:00:00.000Z'],
  ['2027-03-28 09:00:30', '2027-03-28T07:00:30.000Z'],
  ['in 2h', '2027-03-27T17:00:00.000Z'],
  ['en 1h30m', '2027-03-27T16:30:00.000Z'],
  ['dentro de 2 d', '2027-03-29T15:00:00.000Z'],
  ['tomorrow 9am', '2027-03-28T07:00:00.000Z'],
  ['mañana 9:00', '2027-03-28T07:00:00.000Z'],
  ['Mañana a las 21:30', '2027-03-28T19:30:00.000Z'],
  ['man\u0303ana 9:00', '2027-03-28T07:00:00.000Z'],
  ['tomorrow at 12 am', '2027-03-27T23:00:00.000Z'],
  ['tomorrow 12pm', '2027-03-28T10:00:00.000Z'],
  ['today 18:00', '2027-03-27T17:00:00.000Z'],
  ['hoy 18:00', '2027-03-27T17:00:00.000Z'],
  ['yesterday 9:30', '2027-03-26T08:30:00.000Z'],
  ['ayer a las 9:30', '2027-03-26T08:30:00.000Z'],
  ['3d ago', '2027-03-24T15:00:00.000Z'],
  ['hace 2 h', '2027-03-27T13:00:00.000Z'],
])('%s is %s', (text, instant) => expect(read(text)).toBe(instant))

test.each([
  ['2027-03-28', '2027-03-27T23:00:00.000Z', '2027-03-28T21:59:59.999Z'],
  ['yesterday', '2027-03-25T23:00:00.000Z', '2027-03-26T22:59:59.999Z'],
  ['hoy', '2027-03-26T23:00:00.000Z', '2027-03-27T22:59:59.999Z'],
])('%s without an hour begins at midnight, and ends with its last moment', (text, start, end) => {
  expect([read(text, { day: 'start' }), read(text, { day: 'end' })]).toEqual([start, end])
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'time_unreadable' }))
})

test('a day whose midnight is skipped by daylight saving begins an hour later', () => {
  const leaping = { zone: 'America/Santiago', day: 'start' } as const
  expect(read('2026-09-06', leaping)).toBe('2026-09-06T04:00:00.000Z')
})

test('tomorrow is relative to the time zone, not to UTC', () => {
  const lateInMadrid = Date.parse('2027-06-01T22:30:00Z')
  expect(read('tomorrow 9:00', { now: lateInMadrid })).toBe('2027-06-03T07:00:00.000Z')
  expect(read('tomorrow 9:00', { now: lateInMadrid, zone: 'America/Bogota' })).toBe(
    '2027-06-02T14:00:00.000Z',
  )
})

test('a local time skipped by daylight saving is refused', () => {
  expect(() => read('2027-03-28T02:30')).toThrow(
    expect.objectContaining({
      code: 'time_nonexistent',
      details: { values: { time: '2027-03-28T02:30:00', zone } },
    }),
  )
  expect(() => read('tomorrow 2:30')).toThrow(expect.objectContaining({ code: 'time_nonexistent' }))
})

test('an ambiguous local time needs an offset, and both offsets are accepted', () => {
  expect(() => read('2027-10-31T02:30')).toThrow(
    expect.objectContaining({
      code: 'time_ambiguous',
      details: {
        values: {
          time: '2027-10-31T02:30:00',
          zone,
          earlier: '2027-10-31T02:30:00+02:00',
          later: '2027-10-31T02:30:00+01:00',
        },
      },
    }),
  )
  expect(read('2027-10-31T02:30:00+02:00')).toBe('2027-10-31T00:30:00.000Z')
  expect(read('2027-10-31T02:30:00+01:00')).toBe('2027-10-31T01:30:00.000Z')
})

test('a day that a zone skipped does not exist', () => {
  expect(() => read('2011-12-30T12:00', { zone: 'Pacific/Apia' })).toThrow(
    expect.objectContaining({ code: 'time_nonexistent' }),
  )
})

test.each([
  '2027-02-29T09:00',
  '2027-04-31T09:00',
  '2027-03-28T24:00',
  '2027-03-28T09:60',
  '2027-03-28T09:00:60',
  '2027-03-28',
  '2027-03-28T09:00+25:00',
  '0000-00-00T00:00',
  'tomorrow',
  'tomorrow 13pm',
  'tomorrow 0am',
  'tomorrow 25:00',
  'last week 9:00',
  'in a while',
  'in 9999999999999d',
  'in',
  '',
])('%j is not a time', (text) =>
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'time_unreadable' })),
)

test.each(['tomorrow', 'mañana', 'el lunes', '25/12/2027', '2027-03-30', 'tomorrow morning'])(
  'the error of %j shows how to add the hour',
  (time) => {
    const withHour = `${time} 9:00`
    expect(() => read(time)).toThrow(
      expect.objectContaining({ details: { values: { time, withHour } } }),
    )
    expect(read(withHour)).toMatch(/T0[78]:00/)
  },
)

test.each(['neverish', '', '31/2/2027', '9:00 9:00', 'yesterday', '25/12/2020'])(
  'the error of %j shows none',
  (time) =>
    expect(() => read(time)).toThrow(expect.objectContaining({ details: { values: { time } } })),
)

test('an unknown zone is named in the error', () => {
  expect(() => read('in 2h', { zone: 'Europe/Madird' })).toThrow(
    expect.objectContaining({
      code: 'zone_unknown',
      details: { values: { zone: 'Europe/Madird' } },
    }),
  )
})

test('a past time is refused, the present is not', () => {
  expect(() => refusePast({ instant: now - 1, zone }, now)).toThrow(
    expect.objectContaining({ code: 'time_past' }),
  )
  refusePast({ instant: now, zone }, now)
})

test('no input causes any other error', () => {
  const codes = [
    'time_unreadable',
    'time_nonexistent',
    'time_ambiguous',
    'time_unclear',
    'time_weekday',
  ]
  const piece = fc.constantFrom(
    '2027-',
    '10-31',
    'T',
    '02:30',
    'Z',
    '+01:00',
    'in ',
    '9am',
    'mañana ',
    ' ',
    '99',
    'in 3 days ',
    'next monday ',
    '31/12 ',
    'el 31 ',
    'months',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((all) => all.join('')),
      ),
      (text) => {
        try {
          expect(Number.isSafeInteger(readTime(text, { zone, now }).instant)).toBe(true)
        } catch (error) {
          expect(codes).toContain((error as { code?: string }).code)
        }
      },
    ),
  )
})

const wednesday = Date.parse('2026-12-16T10:30:00+01:00')
const localTime = (text: string): string => {
  const { instant } = readTime(text, { zone, now: wednesday })
  return new Date(wallTimeAt(instant, zone)).toISOString().slice(0, 16).replace('T', ' ')
}

test.each(phrases)('%j, typed on a Wednesday morning, is %s', (phrase, local) => {
  if (local !== '-') expect(localTime(phrase)).toBe(local)
  else {
    const code = expect.stringMatching(/^time_(unreadable|unclear|weekday)$/)
    expect(() => localTime(phrase)).toThrow(expect.objectContaining({ code }))
  }
})

test.each([
  ['next friday 9am', '2026-12-18 09:00', '2026-12-25 09:00'],
  ['miércoles 18:00', '2026-12-16 18:00', '2026-12-23 18:00'],
  ['mañana a las 5', '5:00', '17:00'],
  ['3/12 9:00', '2026-12-03 09:00', '2027-12-03 09:00'],
])('%s is refused with both readings', (time, first, second) =>
  expect(() => localTime(time)).toThrow(
    expect.objectContaining({ code: 'time_unclear', details: { values: { time, first, second } } }),
  ),
)

test.each([
  ['lunes', '2026-12-14T00:00'],
  ['monday 9:00', '2026-12-14T09:00'],
  ['el lunes pasado', '2026-12-14T00:00'],
  ['25/12', '2025-12-25T00:00'],
  ['1 de diciembre', '2026-12-01T00:00'],
  ['el 25', '2026-11-25T00:00'],
  ['25/12/2026', '2026-12-25T00:00'],
  ['9:00', '2026-12-16T09:00'],
  ['18:30', '2026-12-15T18:30'],
  ['now', '2026-12-16T10:30'],
])('a filter looks back: %s is %s', (text, local) =>
  expect(readTime(text, { zone, now: wednesday, day: 'start' }).instant).toBe(
    Date.parse(`${local}:00+01:00`),
  ),
)

test('days and weeks in words keep the time of day when the clocks change, hours do not', () => {
  expect(read('in 3 days')).toBe('2027-03-30T14:00:00.000Z')
  expect(read('in 24 hours')).toBe('2027-03-28T15:00:00.000Z')
  expect(() => read('lunes 28/03/2027 2:30')).toThrow(
    expect.objectContaining({ code: 'time_weekday' }),
  )
  expect(() => read('domingo 28/03/2027 2:30')).toThrow(
    expect.objectContaining({ code: 'time_nonexistent' }),
  )
})

test.each([
  ['90d', '2027-06-25T15:00:00.000Z'],
  ['1h30m', '2027-03-27T16:30:00.000Z'],
  ['in 2 days', '2027-03-29T14:00:00.000Z'],
  ['31/12/2027', '2027-12-31T22:59:59.999Z'],
  ['monday', '2027-03-29T21:59:59.999Z'],
  ['lunes a las 9', '2027-03-29T07:00:00.000Z'],
])('a key that expires %s works until %s', (text, instant) => {
  expect(new Date(readDeadline(text, { zone, now })).toISOString()).toBe(instant)
})

test.each(['2027-03-26', 'yesterday 9:00', '3d ago'])('nothing can end at %s', (text) => {
  expect(() => readDeadline(text, { zone, now })).toThrow(
    expect.objectContaining({ code: 'time_past' }),
  )
})
