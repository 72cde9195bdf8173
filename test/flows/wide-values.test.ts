import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertValues } from '../../src/service/lists/fields/values-store.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

const empty = { text: null, number: null, time: null }

/** The parts of a value of each field: text, number, time, and several choices. */
const partsOfFields = [
  fc.constantFrom('', 'A Coruña', '"\\\n').map((text) => [{ ...empty, text }]),
  fc.constantFrom(0, -2.5, 1e21).map((number) => [{ ...empty, number }]),
  fc.constantFrom(0, 1_700_000_000).map((time) => [{ ...empty, time }]),
  fc.constantFrom(['a'], ['a', 'b']).map((texts) => texts.map((text) => ({ ...empty, text }))),
]

/** A contact with some of the fields: `filled` for each `empty` one. */
const contact = (filled: number, empty: number) =>
  fc.tuple(
    ...partsOfFields.map((parts) =>
      fc.oneof({ weight: filled, arbitrary: parts }, { weight: empty, arbitrary: fc.constant([]) }),
    ),
  )

test.each([
  ['most fields', 8, 1, 1],
  ['few of them', 1, 4, 1],
  ['more values than a statement takes', 9, 1, 2000],
])('values of contacts with %s are stored as they are', async (_, filled, missing, times) => {
  const { db } = server.service
  await fc.assert(
    fc.asyncProperty(
      fc.array(contact(filled, missing), { minLength: 1, maxLength: 5 }),
      async (contacts) => {
        await db.deleteFrom('contact_values').execute()
        const account_id = 7
        const many = Array.from({ length: times }, () => contacts).flat()
        const written = many.map((fields, index) => ({
          contact_id: index + 1,
          writes: fields.map((parts, place) => ({
            field: { id: 70 - place },
            parts: parts.map((part, position) => ({ position, ...part })),
          })),
        }))
        await db.transaction().execute((tx) => insertValues(tx, account_id, written))
        const values = written.flatMap(({ contact_id, writes }) =>
          writes.flatMap(({ field, parts }) =>
            parts.map((part) => ({ account_id, contact_id, field_id: field.id, ...part })),
          ),
        )
        const stored = await db.selectFrom('contact_values').selectAll().execute()
        const keyOf = (row: object) => JSON.stringify(row, Object.keys(row).sort())
        expect(new Set(stored.map(keyOf))).toEqual(new Set(values.map(keyOf)))
        expect(stored.length).toBe(values.length)
      },
    ),
    { numRuns: times === 1 ? 40 : 1 },
  )
})
