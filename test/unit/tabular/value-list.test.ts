import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinList, splitList } from '../../../src/tabular/value-list.ts'
import { startCpuTimer } from '../../support/cpu-time.ts'

test('values are separated by comma, semicolon, bar or line break', () => {
  expect(splitList('vino, queso;pan | sal\nagua')).toEqual(['vino', 'queso', 'pan', 'sal', 'agua'])
  expect(splitList(' vino ,, ')).toEqual(['vino'])
  expect(splitList('  ')).toEqual([])
})

test('a quoted value keeps its separators, and a quotation mark inside a word is literal', () => {
  expect(splitList('"M, de mediana"; L')).toEqual(['M, de mediana', 'L'])
  expect(splitList('12" TV, "12"" TV, nuevo"')).toEqual(['12" TV', '12" TV, nuevo'])
})

test('a quotation mark that is unclosed or followed by text is literal', () => {
  expect(splitList('"uno, dos')).toEqual(['"uno', 'dos'])
  expect(splitList('"uno" dos, tres')).toEqual(['"uno" dos', 'tres'])
})

const value = fc.string({ unit: fc.constantFrom(...`añ ",;|\n'\t`), minLength: 1, maxLength: 8 })

test('joined values are split into the same values', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 6 }), (values) => {
      expect(splitList(joinList(values))).toEqual(values)
    }),
  )
})

test('a long cell of quotes and commas takes linear time', () => {
  for (const piece of ['"', ',"', '","', '"",', ',""""', ' "a']) {
    const cpuMs = startCpuTimer()
    splitList(piece.repeat(300_000))
    expect(cpuMs()).toBeLessThan(2000)
  }
})
