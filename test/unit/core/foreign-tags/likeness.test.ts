import { expect, test } from 'vitest'
import { mostAlike } from '../../../../src/core/foreign-tags/likeness.ts'

const names = ['nombre', 'ciudad', 'telefono', 'ultima_compra', 'edad']

test.each([
  ['nmbre', 'nombre'],
  ['nomber', 'nombre'],
  ['Nómbre', 'nombre'],
  ['CIUDDA', 'ciudad'],
  ['ultimaCompra', 'ultima_compra'],
  ['ultima-compras', 'ultima_compra'],
])('%s is like %s', (name, expected) => {
  expect(mostAlike(name, names)).toBe(expected)
})

test.each(['', 'x', 'descuento', 'a'.repeat(10_000), '¿?'])('%s is like none', (name) => {
  expect(mostAlike(name, names)).toBeUndefined()
})
