import { expect, test } from 'vitest'
import { isSameName } from '../../../../src/cli/prompt/same-name.ts'

test.each([
  ['Primavera', 'Primavera', true],
  ['Primavera ', ' Primavera', true],
  ['Ofertas\u0301', 'Ofertaś', true],
  ['two  words', 'two\nwords', true],
  ['حملة', '\u200fحملة\u200f', true],
  ['red', '\x1b[31mred\x1b[0m', true],
  ['primavera', 'Primavera', true],
  ['otono', 'Otoño', true],
  ['primaveras', 'Primavera', false],
  ['y', 'Primavera', false],
  ['', 'Primavera', false],
  ['', '', false],
  ['', ' \u200f', false],
])('%j is taken for %j: %s', (typed, name, isSame) => {
  expect(isSameName(typed, name)).toBe(isSame)
})
