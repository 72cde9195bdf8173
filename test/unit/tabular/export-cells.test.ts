import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isGuarded, unguarded, writeCsvRow } from '../../../src/tabular/csv-writer.ts'
import { parseNumber } from '../../../src/tabular/field-values.ts'
import { numberText } from '../../../src/tabular/number-text.ts'

test('every exported number is imported as the same number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(parseNumber(numberText(number))).toBe(number + 0) // minus zero is zero
    }),
    { examples: [[1.234], [-12.345], [0.123], [1e21], [5e-324], [1.7976931348623157e308]] },
  )
})

test('a number that could be read as thousands is written with one more decimal', () => {
  expect([1.234, -999.001, 1234.567, 0.125, 1234].map(numberText)).toEqual([
    ...['1.2340', '-999.0010', '1234.567', '0.125', '1234'],
  ])
})

const cell = fc.string({ unit: fc.constantFrom(...`'=+-@\ta1.`) })

test('no cell starts like a formula, and removing the guard restores the text', () => {
  fc.assert(
    fc.property(cell, (text) => {
      const [written = ''] = writeCsvRow([text]).split('\r\n')
      const plain = written.replace(/^"(.*)"$/s, (_, inner) => inner.replaceAll('""', '"'))
      expect(/^[=+@\t]|^-(?!\d+(\.\d+)?$)/.test(plain)).toBe(false)
      expect(unguarded(plain)).toBe(text)
    }),
  )
})

test('only guarded formulas are unguarded', () => {
  expect(["'=1", "''=1", "'t Hooft", "'", '=1', '-5'].map(isGuarded)).toEqual([
    ...[true, true, false, false, false, false],
  ])
})
