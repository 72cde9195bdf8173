import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readRows,
  type SubmittedContact,
} from '../../../../../src/service/contacts/writing/read-rows.ts'

const read = (sent: SubmittedContact[]) => readRows(sent, { fields: [] })

test('the last row wins for an address in different case, and the others are counted', async () => {
  const { rows, repeated } = await read([
    { email: 'Ana@Example.org', nombre: 'Ana' },
    { email: 'bob@example.org' },
    { email: ' ana@example.ORG', nombre: 'Ana María' },
  ])
  expect(rows.map(({ index, key, nombre }) => [index, key, nombre])).toEqual([
    [1, 'bob@example.org', ''],
    [2, 'ana@example.org', 'Ana María'],
  ])
  expect(repeated).toBe(1)
})

test('every submitted row is either written, repeated or refused', async () => {
  const emails = fc.array(fc.constantFrom('a@example.org', 'A@example.org', 'b@example.org', 'no'))
  await fc.assert(
    fc.asyncProperty(emails, async (sent) => {
      const { rows, refused, repeated } = await read(sent.map((email) => ({ email })))
      expect(rows.length + refused.length + repeated).toBe(sent.length)
    }),
  )
})
