import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSeenAddresses } from '../../../src/tabular/seen-addresses.ts'

test('it knows an address that came before, and only that, as a set would', () => {
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

test('half a million addresses that differ in a digit are all told apart', () => {
  const seen = createSeenAddresses()
  for (let n = 0; n < 500_000; n++) expect(seen.add(`persona.${n}@example.org`)).toBe(true)
  for (let n = 0; n < 500_000; n += 1000) expect(seen.add(`persona.${n}@example.org`)).toBe(false)
})
