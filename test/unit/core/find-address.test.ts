import { expect, test } from 'vitest'
import { findAddress, replaceAddress } from '../../../src/core/find-address.ts'

const key = 'josé@correo.example'

test.each([
  ['JOSÉ@correo.example', 'X'],
  ['550 <josé@Correo.Example>: unknown', '550 <X>: unknown'],
  ['{"to":"Jose\u0301@correo.example","n":1}', '{"to":"X","n":1}'],
  ["'josé@correo.example'.", "'X'."],
  ['a,josé@correo.example;b', 'a,X;b'],
  ['maría.josé@correo.example', 'maría.josé@correo.example'],
  ['josé@correo.example.org', 'josé@correo.example.org'],
  ['jose@correo.example', 'jose@correo.example'],
  ['', ''],
])('%s becomes %s', (text, expected) => {
  expect(replaceAddress(text, key, 'X')).toBe(expected)
  expect(findAddress(text, key) !== undefined).toBe(text !== expected)
})

test('an international domain is found in the form in which it was typed', () => {
  const typed = 'ana@müller.example'
  expect(findAddress(`x ${typed} y`, 'ana@xn--mller-kva.example')).toBe(typed)
})

test('an address with an apostrophe is found whole', () => {
  expect(findAddress("<o'brien@correo.example>", 'brien@correo.example')).toBeUndefined()
  expect(findAddress("<o'brien@correo.example>", "o'brien@correo.example")).toBeDefined()
})
