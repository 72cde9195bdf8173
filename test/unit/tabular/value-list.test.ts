import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinList, splitList } from '../../../src/tabular/value-list.ts'

test('several values are told apart by comma, semicolon, bar or line, as people write them', () => {
  expect(splitList('vino, queso;pan | sal\nagua')).toEqual(['vino', 'queso', 'pan', 'sal', 'agua'])
  expect(splitList(' vino ,, ')).toEqual(['vino'])
  expect(splitList('  ')).toEqual([])
})

test('a value in quotes keeps its separators, and a quotation mark inside a word is one', () => {
  expect(splitList('"M, de mediana"; L')).toEqual(['M, de mediana', 'L'])
  expect(splitList('12" TV, "12"" TV, nuevo"')).toEqual(['12" TV', '12" TV, nuevo'])
})

test('a quotation mark that nothing closes, or that something follows, is a letter', () => {
  expect(splitList('"uno, dos')).toEqual(['"uno', 'dos'])
  expect(splitList('"uno" dos, tres')).toEqual(['"uno" dos', 'tres'])
})

const value = fc.string({ unit: fc.constantFrom(...`añ ",;|\n'\t`), minLength: 1, maxLength: 8 })

test('what is joined is split into the same values', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 6 }), (values) => {
      expect(splitList(joinList(values))).toEqual(values)
    }),
  )
})

test('a long cell of nothing but quotes and commas is read at once', () => {
  for (const piece of ['"', ',"', '","', '"",', ',""""', ' "a']) {
    const began = performance.now()
    splitList(piece.repeat(300_000))
    expect(performance.now() - began).toBeLessThan(2000)
  }
})
