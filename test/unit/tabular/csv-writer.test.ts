import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeCsvRow } from '../../../src/tabular/csv-writer.ts'
import { openTable } from '../../../src/tabular/open-table.ts'

test('cells are quoted if necessary, and the line ends as in RFC 4180', () => {
  expect(writeCsvRow(['a', 1, null, true, ''])).toBe('a,1,,true,\r\n')
  expect(writeCsvRow(['b;c', '"', ' d', 'e\nf'], { delimiter: ';' })).toBe(
    '"b;c";"""";" d";"e\nf"\r\n',
  )
})

test.each(['=1+1', '+34 600', '-2+3', '@SUM(A1)', '\tx', '\rx', '=1\n2'])(
  'the text %j does not become a formula, unless it must be preserved',
  (text) => {
    expect(writeCsvRow([text])).toContain(`'${text}`)
    expect(writeCsvRow([text], { guardFormulas: false })).not.toContain("'")
  },
)

test('a negative number stays a number', () => {
  expect(writeCsvRow([-5])).toBe('-5\r\n')
})

test('what is written is read back, whatever is in the cells', async () => {
  const cell = fc
    .array(fc.constantFrom('\r', '\n', '\r\n', '"', ',', ';', '\t', ' ', "'", '=', 'a', 'ñ'))
    .map((parts) => parts.join(''))
  const rows = fc.array(fc.tuple(cell, cell), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(',', ';', '\t'), async (written, delimiter) => {
      // A row of blank cells alone is no row.
      const cells = written.map((row) => ['x', ...row])
      const file = [['id', 'one', 'two'], ...cells].map((row) => writeCsvRow(row, { delimiter }))
      const table = await openTable(Readable.from([Buffer.from(file.join(''))]), { delimiter })
      const read: string[][] = []
      for await (const row of table.rows) read.push(row.cells)
      expect(read).toEqual(cells)
    }),
  )
})
