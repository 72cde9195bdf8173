import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldName } from '../../../src/core/fold-name.ts'

test.each([
  ['José Muñoz', 'jose munoz'],
  ['Mª ÁNGELES Çelik', 'mª angeles celik'],
  ['İbrahim Ağa', 'ibrahim aga'],
  ['ΟΔΥΣΣΕΥΣ Ñ', 'οδυσσευς n'],
  ['Jose\u0301', 'jose'],
  ['', ''],
])('the name %j is searched for as %j', (name, folded) => {
  expect(foldName(name)).toBe(folded)
})

test('a name is folded as a whole or letter by letter with the same result', () => {
  const letter = fc.oneof(
    fc.integer({ min: 0x20, max: 0x24f }).map((code) => String.fromCharCode(code)),
    fc.constantFrom('\u0301', '\u0307', 'Σ', 'ß', 'İ', 'ﬁ', '😀'),
    fc.string({ unit: 'grapheme', maxLength: 2 }),
  )
  const names = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(''))
  fc.assert(
    fc.property(names, (name) => {
      const whole = name
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
      expect(foldName(name)).toBe(whole)
    }),
    { numRuns: 2000 },
  )
})
