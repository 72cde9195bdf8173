import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Batch, readBatches } from '../../../../src/cli/import/batches.ts'
import type { CheckedRow, ContactInput } from '../../../../src/tabular/check.ts'
import type { Row } from '../../../../src/tabular/table.ts'

async function* rowsOf(cells: readonly string[][]): AsyncGenerator<Row> {
  for (const [index, row] of cells.entries()) yield { line: index + 2, cells: row, flaw: undefined }
}

/** First cell the address, second the name; an empty address is refused. */
function check({ cells: [email = '', nombre = ''], line }: Row): CheckedRow {
  if (email === '') return { reject: { line, field: 'email', code: 'required' } }
  return { contact: { email, ...(nombre && { nombre }) }, key: email.toLowerCase() }
}

async function batchesOf(cells: readonly string[][], size: number, lastWins = true) {
  const batches: Batch[] = []
  const options = { check, size, lastWins, onRow: () => {} }
  for await (const batch of readBatches(rowsOf(cells), options)) batches.push(batch)
  return batches
}

const cellsOf = fc.array(
  fc.tuple(
    fc.constantFrom('', 'a@x.es', 'A@x.es', 'b@x.es', 'c@x.es', 'd@x.es'),
    fc.constantFrom('', 'Ana', 'Eva'),
  ),
  { maxLength: 40 },
)

test('every accepted row is in exactly one batch, and no batch has an address twice', async () => {
  await fc.assert(
    fc.asyncProperty(cellsOf, fc.integer({ min: 1, max: 5 }), async (cells, size) => {
      const batches = await batchesOf(cells, size)
      const lines = batches.flatMap(({ entries }) =>
        entries.flatMap(({ rows }) => rows.map((row) => row.line)),
      )
      const taken = cells.flatMap(([email], index) => (email === '' ? [] : [index + 2]))
      expect(lines.sort((one, other) => one - other)).toEqual(taken)
      for (const { entries } of batches) {
        const keys = entries.map(({ contact }) => contact.email.toLowerCase())
        expect(new Set(keys).size).toBe(keys.length)
        expect(keys.length).toBeLessThanOrEqual(size)
      }
      expect(batches.map(({ number }) => number)).toEqual(batches.map((_, index) => index + 1))
    }),
  )
})

/** What a server holds after upserts in this order. */
function upsert(contacts: readonly ContactInput[]): Map<string, ContactInput> {
  const held = new Map<string, ContactInput>()
  for (const contact of contacts) {
    const key = contact.email.toLowerCase()
    held.set(key, { ...held.get(key), ...contact })
  }
  return held
}

test('sending batches in order has the same result as sending rows in order', async () => {
  await fc.assert(
    fc.asyncProperty(cellsOf, fc.integer({ min: 1, max: 5 }), async (cells, size) => {
      const contacts = cells.filter(([email]) => email !== '')
      const single = contacts.map(([email, nombre]) => ({ email, ...(nombre && { nombre }) }))
      const batches = await batchesOf(cells, size)
      const sent = batches.flatMap(({ entries }) => entries.map(({ contact }) => contact))
      expect(upsert(sent)).toEqual(upsert(single))
    }),
  )
})

test('only a batch of repeats has addresses of earlier batches', async () => {
  await fc.assert(
    fc.asyncProperty(cellsOf, fc.integer({ min: 1, max: 5 }), async (cells, size) => {
      const known = new Set<string>()
      for (const { entries, isRepeat } of await batchesOf(cells, size)) {
        const keys = entries.map(({ contact }) => contact.email.toLowerCase())
        for (const key of keys) expect(known.has(key)).toBe(isRepeat)
        for (const key of keys) known.add(key)
      }
    }),
  )
})
