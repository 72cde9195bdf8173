import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomDigits } from '../../../src/core/ids.ts'
import { decodeXsid, encodeXsid, xsidPattern } from '../../../src/core/xsid.ts'

const sid = fc.integer({ min: 1e14, max: 1e15 - 1 })
const id = fc.integer({ min: 1, max: 99_999_999_999 })
const xsid = fc.record({ sid, lid: id, mid: id })

test('an xsid is three numbers in the letters of the top row', () => {
  expect(encodeXsid({ sid: 123456789012345, lid: 10, mid: 7 })).toBe('qwertyuiopqwertsqpsu')
  expect(decodeXsid('qwertyuiopqwertsqpsu')).toEqual({ sid: 123456789012345, lid: 10, mid: 7 })
})

test('every xsid matches the pattern and decodes to its numbers', () => {
  fc.assert(
    fc.property(xsid, (value) => {
      expect(encodeXsid(value)).toMatch(xsidPattern)
      expect(decodeXsid(encodeXsid(value))).toEqual(value)
    }),
  )
})

test('only the canonical form decodes', () => {
  const letters = fc.constantFrom(...'qwertyuiopsss')
  const shaped = fc.array(letters, { minLength: 5, maxLength: 42 }).map((each) => each.join(''))
  fc.assert(
    fc.property(shaped, (text) => {
      const decoded = decodeXsid(text)
      if (decoded) expect(encodeXsid(decoded)).toBe(text)
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['a zero in front', 'pqwertsqsq'],
  ['a number that is zero', 'qwertyspsq'],
  ['one separator', 'qwertyuiosq'],
  ['three separators', 'qwertsqsqsq'],
  ['an empty number', 'qwertyussq'],
  ['a foreign letter', 'qwertyasqsq'],
  ['capitals', 'QWERTYSQSQ'],
  ['six letters', 'qwsqsq'],
  ['forty-one letters', `${'q'.repeat(15)}s${'q'.repeat(15)}s${'q'.repeat(9)}`],
  ['a number beyond 2^53', `${'o'.repeat(17)}sqsq`],
  ['a line break at the end', 'qwertysqsq\n'],
])('%s is not an xsid', (_, text) => {
  expect(decodeXsid(text)).toBeUndefined()
})

test.each([
  { sid: 0, lid: 1, mid: 1 },
  { sid: 1.5, lid: 1, mid: 1 },
  { sid: 1, lid: 1, mid: 1 },
  { sid: 2 ** 53, lid: 1, mid: 1 },
  { sid: 1e15 - 1, lid: 1e15, mid: 1e15 },
])('numbers outside the pattern are not encoded: %o', (value) => {
  expect(() => encodeXsid(value)).toThrow('internal')
})

test('a random sid fits into the pattern', () => {
  expect(decodeXsid(encodeXsid({ sid: randomDigits(15), lid: 1, mid: 1 }))).toBeDefined()
})
