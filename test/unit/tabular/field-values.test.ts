import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDate, parseNumber } from '../../../src/tabular/field-values.ts'

test.each([
  ['0', 0],
  ['1234', 1234],
  ['-3', -3],
  ['+3', 3],
  ['1234.5', 1234.5],
  ['1234,5', 1234.5],
  ['1.234,56', 1234.56],
  ['1,234.56', 1234.56],
  ['1.234.567', 1234567],
  ['1.234.567,8', 1234567.8],
  ['1 234,5', 1234.5],
  ['1\u00a0234', 1234],
  ['0.125', 0.125],
  ['0,125', 0.125],
  ['40.4168', 40.4168],
  [',5', 0.5],
])('%j is the number %d', (text, number) => {
  expect(parseNumber(text)).toBe(number)
})

test.each([
  '1.234',
  '1,234',
  '-12.345',
  '1.234.56',
  '1,2,3',
  '1.234.567.8',
  '12 34',
  '1e9',
  'NaN',
  '.',
  '5 €',
  '0x10',
])('%j is not unambiguously a number', (text) => {
  expect(parseNumber(text)).toBeUndefined()
})

test('a number that the Spanish locale writes is read back', () => {
  const spanish = new Intl.NumberFormat('es-ES', {
    minimumFractionDigits: 2,
    useGrouping: 'always',
  })
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), (cents) => {
      expect(parseNumber(spanish.format(cents / 100).replace('−', '-'))).toBe(cents / 100)
    }),
  )
})

test('a day that the Spanish locale writes is read as its Unix seconds', () => {
  const spanish = new Intl.DateTimeFormat('es-ES', { timeZone: 'UTC' })
  const noInvalidDate = true
  const [min, max] = [new Date('1000-01-01'), new Date('3000-01-01')]
  fc.assert(
    fc.property(fc.date({ min, max, noInvalidDate }), (date) => {
      const start = Math.floor(date.getTime() / 86_400_000) * 86_400
      expect(parseDate(spanish.format(date))).toBe(start)
      expect(parseDate(date.toISOString().slice(0, 10))).toBe(start)
      expect(parseDate(date.toISOString())).toBe(Math.floor(date.getTime() / 1000))
    }),
  )
})

test.each([
  ['31-12-2026', 1798675200],
  ['31.12.2026', 1798675200],
  ['2026/12/31', 1798675200],
  ['31/12/2026 01:30', 1798680600],
  ['2026-12-31 01:30:05', 1798680605],
  ['2026-12-31T01:30:00+01:00', 1798677000],
  ['1798675200', 1798675200],
])('%j is the time %d', (text, seconds) => {
  expect(parseDate(text)).toBe(seconds)
})

test.each([
  '12/31/2026',
  '31/02/2026',
  '29/02/2026',
  '31/12/26',
  '20261231',
  '2026-02-30T10:00Z',
  '31/12/2026 25:00',
  '2026-12-31T25:00Z',
  '31/12/0026',
  'mañana',
  '',
])('%j is not a date', (text) => {
  expect(parseDate(text)).toBeUndefined()
})
