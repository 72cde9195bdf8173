import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slotsOf } from '../../../../src/service/dashboard/slots.ts'

const quarterMs = 900_000
const dayMs = 96 * quarterMs

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
const instants = fc.integer({ min: Date.UTC(2013, 0), max: Date.UTC(2036, 0) })

/** What calendar and clock show, as another formatter writes it. */
function wallIn(zone: string, interval: 'hour' | 'day') {
  const hour = { hour: '2-digit', timeZoneName: 'longOffset' } as const
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    dateStyle: undefined,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...(interval === 'hour' && hour),
  })
  return (instant: number) => format.format(instant)
}

test('a slot is a day or hour of the local calendar, whatever the clock changes', () => {
  fc.assert(
    fc.property(
      zones,
      instants,
      fc.constantFrom('hour' as const, 'day' as const),
      fc.integer({ min: 1, max: 200 }),
      (zone, from, interval, quarters) => {
        const to = from + quarters * 7 * quarterMs
        const { starts, end } = slotsOf(from, to, interval, zone)
        const wall = wallIn(zone, interval)
        const expected: number[] = []
        for (
          let at = Math.floor((starts[0] ?? 0) / quarterMs) * quarterMs;
          at < end;
          at += quarterMs
        ) {
          if (wall(at) !== wall(at - quarterMs)) expected.push(at)
        }
        expect(starts).toEqual(expected)
        expect(wall(end)).not.toBe(wall(end - quarterMs))
        expect([(starts[0] ?? 0) <= from, (starts[1] ?? end) > from]).toEqual([true, true])
        expect([end >= to, (starts.at(-1) ?? 0) < to]).toEqual([true, true])
      },
    ),
    { numRuns: 300 },
  )
})

test('a day with a clock change has 23 or 25 hours', () => {
  const lengths = (from: string, zone: string) => {
    const start = Date.parse(from)
    const { starts, end } = slotsOf(start, start + 3 * dayMs, 'day', zone)
    return starts.map((at, n) => ((starts[n + 1] ?? end) - at) / 3_600_000)
  }
  expect(lengths('2027-03-26T23:00:00Z', 'Europe/Madrid')).toEqual([24, 23, 24, 24])
  expect(lengths('2027-10-29T22:00:00Z', 'Europe/Madrid')).toEqual([24, 25, 24])
  expect(lengths('2027-04-02T13:00:00Z', 'Australia/Lord_Howe')).toEqual([24, 24.5, 24])
})

test('a repeated hour is two slots', () => {
  const start = Date.parse('2027-10-31T00:00:00Z')
  const { starts } = slotsOf(start, start + 2 * 3_600_000, 'hour', 'Europe/Madrid')
  expect(starts).toEqual([start, start + 3_600_000])
})

test('the periods between clock changes cover all slots without gaps', () => {
  const [from, to] = [Date.UTC(2027, 0), Date.UTC(2028, 0)]
  const { starts, end, periods } = slotsOf(from, to, 'day', 'America/New_York')
  expect(periods.map(({ offset }) => offset / 3_600_000)).toEqual([-5, -4, -5])
  expect([periods[0]?.start, periods.at(-1)?.end]).toEqual([starts[0], end])
  expect(periods.slice(1).map(({ start }) => start)).toEqual(
    periods.slice(0, -1).map((period) => period.end),
  )
})
