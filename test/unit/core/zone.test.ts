import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantsAt, isZone, offsetAt, wallTimeAt, writeOffset } from '../../../src/core/zone.ts'

const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'), 'UTC')
const instants = fc
  .integer({ min: Date.parse('1990-01-01T00:00:00Z'), max: Date.parse('2060-01-01T00:00:00Z') })
  .map((instant) => Math.floor(instant / 1000) * 1000)

test('the local time of an instant maps back to it, in every zone', () => {
  fc.assert(
    fc.property(zones, instants, (zone, instant) => {
      const found = instantsAt(wallTimeAt(instant, zone), zone)
      expect(found).toContain(instant)
      expect(found.length).toBeLessThanOrEqual(2)
    }),
    { numRuns: 500 },
  )
})

test('every instant found has the requested local time, and only a gap has none', () => {
  fc.assert(
    fc.property(zones, instants, (zone, wall) => {
      const found = instantsAt(wall, zone)
      for (const instant of found) expect(wallTimeAt(instant, zone)).toBe(wall)
      const changes = offsetAt(wall - 86_400_000, zone) !== offsetAt(wall + 86_400_000, zone)
      if (!changes) expect(found).toHaveLength(1)
    }),
    { numRuns: 500 },
  )
})

test('summer time in Madrid: no 02:30 in March, two in October', () => {
  expect(instantsAt(Date.UTC(2027, 2, 28, 2, 30), 'Europe/Madrid')).toEqual([])
  expect(instantsAt(Date.UTC(2027, 9, 31, 2, 30), 'Europe/Madrid')).toEqual([
    Date.UTC(2027, 9, 31, 0, 30),
    Date.UTC(2027, 9, 31, 1, 30),
  ])
})

test('half an hour of summer time, and an offset with quarter hours', () => {
  expect(instantsAt(Date.UTC(2027, 9, 3, 2, 15), 'Australia/Lord_Howe')).toEqual([])
  expect(writeOffset(offsetAt(Date.UTC(2027, 0, 1), 'Asia/Kathmandu'))).toBe('+05:45')
  expect(writeOffset(offsetAt(Date.UTC(2027, 0, 1), 'America/St_Johns'))).toBe('-03:30')
})

test('known and unknown zones', () => {
  expect(isZone('America/Argentina/Buenos_Aires')).toBe(true)
  expect(isZone('Mars/Olympus')).toBe(false)
  expect(isZone('+02:00')).toBe(false)
  expect(isZone('')).toBe(false)
})
