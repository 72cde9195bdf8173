import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonPieces } from '../../../src/core/json-pieces.ts'

test('the pieces are the text of JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const parsed = JSON.parse(JSON.stringify(value))
      expect([...jsonPieces(parsed)].join('')).toBe(JSON.stringify(parsed))
    }),
  )
  const large = { contacts: Array.from({ length: 10_000 }, (_, n) => ({ email: `p${n}` })), n: 1 }
  const pieces = [...jsonPieces(large)]
  expect(pieces.length).toBeGreaterThan(1)
  expect(pieces.join('')).toBe(JSON.stringify(large))
})
