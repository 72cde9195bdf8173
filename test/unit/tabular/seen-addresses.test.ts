import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSeenAddresses } from '../../../src/tabular/seen-addresses.ts'

test('it behaves like a set of addresses', () => {
  const address = fc.oneof(fc.emailAddress(), fc.string(), fc.constantFrom('', 'a@b.es', 'A@b.es'))
  fc.assert(
    fc.property(fc.array(address, { maxLength: 300 }), (addresses) => {
      const seen = createSeenAddresses()
      const known = new Set<string>()
      for (const each of addresses) {
        expect(seen.add(each)).toBe(!known.has(each))
        known.add(each)
      }
    }),
  )
})

test('half a million addresses that differ in a digit are all distinguished', () => {
  const seen = createSeenAddresses()
  let added = 0
  for (let n = 0; n < 500_000; n++) if (seen.add(`persona.${n}@example.org`)) added += 1
  expect(added).toBe(500_000)
  for (let n = 0; n < 500_000; n += 1000) expect(seen.add(`persona.${n}@example.org`)).toBe(false)
})
