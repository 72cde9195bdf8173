import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passesPlainly } from '../../../src/contract/plain-check.ts'
import { contactInput } from '../../../src/contract/shapes/contact.ts'

const texts = fc.oneof(
  fc.constantFrom(
    '',
    'ana@tienda.example',
    'sin arroba',
    'con\0nulo',
    '\ud800',
    'Íñigo',
    '__proto__',
  ),
  fc.string({ maxLength: 8 }),
  fc.integer({ min: 99, max: 330 }).map((length) => 'x'.repeat(length)),
)
const cells = fc.oneof(
  texts,
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(texts, { maxLength: 3 }),
  fc.constant({}),
)
const names = fc.oneof(fc.constantFrom('ciudad', '1', '', '__proto__'), texts)
const mostly = <T>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<unknown>) =>
  fc.oneof({ arbitrary: usual as fc.Arbitrary<unknown>, weight: 5 }, other)
const contacts = fc.oneof(
  fc.record(
    {
      email: mostly(fc.constant('ana@tienda.example'), cells),
      nombre: mostly(fc.constant('Íñigo'), cells),
      customFields: mostly(fc.dictionary(names, cells, { maxKeys: 3 }), cells),
      tags: mostly(fc.array(texts, { maxLength: 3 }), cells),
      otro: fc.constant(1),
    },
    { requiredKeys: ['email', 'nombre'] },
  ),
  cells,
)

test('a contact that passes the plain check is valid and unchanged by its shape', () => {
  let passed = 0
  fc.assert(
    fc.property(contacts, (generated) => {
      const contact = asSent(generated)
      if (!passesPlainly(contactInput, contact)) return
      passed++
      const parsed = contactInput.safeParse(contact)
      expect(parsed.success).toBe(true)
      expect(parsed.data).toEqual(contact)
    }),
    { numRuns: 5000 },
  )
  expect(passed).toBeGreaterThan(50)
})

test('a valid contact passes the plain check, unless no database can store it', () => {
  fc.assert(
    fc.property(contacts, (generated) => {
      const contact = asSent(generated)
      if (/\\u0000|\\ud800/.test(JSON.stringify(contact))) return
      const parsed = contactInput.safeParse(contact)
      const isWhole =
        parsed.success && JSON.stringify(parsed.data).length === JSON.stringify(contact).length
      expect(passesPlainly(contactInput, contact)).toBe(isWhole)
    }),
    { numRuns: 5000 },
  )
})

/** As a request's body brings it: `__proto__` is a name like any other there. */
const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
