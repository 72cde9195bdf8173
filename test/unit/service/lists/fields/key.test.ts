import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyFromName } from '../../../../../src/service/lists/fields/key.ts'

const none = new Set<string>()

test('a key is the name in ASCII letters', () => {
  expect(keyFromName('Fecha de alta', none)).toBe('fecha_de_alta')
  expect(keyFromName('¿Año?', none)).toBe('ano')
  expect(keyFromName('2.º apellido', none)).toBe('field_2_o_apellido')
  expect(keyFromName('Имя', none)).toBe('field')
})

test('a duplicate key gets a number', () => {
  expect(keyFromName('Talla', new Set(['talla', 'talla_2']))).toBe('talla_3')
})

test('for any name the key is valid by the contract and not taken', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (name) => {
      const first = keyFromName(name, none)
      const second = keyFromName(name, new Set([first]))
      for (const key of [first, second]) expect(key).toMatch(/^[a-z][a-z0-9_]{0,39}$/)
      expect(second).not.toBe(first)
    }),
  )
})
