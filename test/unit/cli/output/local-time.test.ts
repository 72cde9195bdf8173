import { expect, test } from 'vitest'
import { createTimes } from '../../../../src/cli/output/local-time.ts'

/** Half past midnight on 2 January 2027 in Madrid, still 1 January in UTC. */
const clock = { now: () => Date.parse('2027-01-01T23:30:00Z') }
const timezone = 'Europe/Madrid'
const spanish = createTimes({ language: 'es', locale: 'es-ES', timezone, clock })
const english = createTimes({ language: 'en', locale: 'en-GB', timezone, clock })

test.each([
  ['2027-01-01T23:00:00Z', 'hoy a las 0:00', 'today at 0:00'],
  ['2027-01-01T00:05:00Z', 'ayer a la 1:05', 'yesterday at 1:05'],
  ['2027-01-03T12:00:00Z', 'mañana a las 13:00', 'tomorrow at 13:00'],
  ['2027-03-04T08:00:00Z', '4 mar 9:00', '4 Mar 9:00'],
  ['2026-12-31T08:00:00Z', '31 dic 2026 9:00', '31 Dec 2026 9:00'],
])('%s is %s and %s', (time, es, en) => {
  const instant = Date.parse(time)
  expect([spanish.near(instant), english.near(instant)]).toEqual([es, en])
})

test('a file and a plan have the complete date, in the zone that was asked for', () => {
  const instant = Date.parse('2027-01-01T23:00:00Z')
  expect(createTimes({ language: 'es', locale: 'es-ES', timezone }).near(instant)).toBe(
    '2 ene 2027 0:00',
  )
  expect(spanish.full(instant, 'America/Bogota')).toBe('viernes 1 ene 2027 18:00')
  expect(english.full(instant, 'America/Bogota')).toBe('Friday 1 Jan 2027 18:00')
})
