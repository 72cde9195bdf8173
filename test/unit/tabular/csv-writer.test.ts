import { expect, test } from 'vitest'
import { writeCsvRow } from '../../../src/tabular/csv-writer.ts'

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
