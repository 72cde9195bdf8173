import fc from 'fast-check'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { storableText } from '../../../../../src/core/storable-text.ts'
import { arrayLiteral } from '../../../../../src/service/database/postgres/array-literal.ts'

const server = process.env.REMITE_TEST_DATABASE_URL

test('an array of plain values is JSON with other brackets', () => {
  expect(arrayLiteral(['a', '', 'null', 'x,y', '"{}\\'])).toBe(`{"a","","null","x,y","\\"{}\\\\"}`)
  expect(arrayLiteral([1, null, undefined, 2.5, 1e21])).toBe('{1,null,null,2.5,1e+21}')
  expect(arrayLiteral([])).toBe('{}')
})

test('control characters stand for themselves, and what no database stores is replaced', () => {
  expect(arrayLiteral(['a\nb', '\\n', '\u0000', '\ud800'])).toBe(
    `{"a\nb","\\\\n","\ufffd","\ufffd"}`,
  )
})

describe.runIf(server)('on PostgreSQL', () => {
  test('any texts arrive as they are', async () => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    onTestFinished(() => client.end())
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('"', '\\', '{', '}', ',', '\n', 'n', 'u', '\t', '\ud83d'),
      }),
      fc.constantFrom('null', 'NULL', '', ' '),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(text)), async (texts) => {
        const query = 'select array(select * from unnest($1::text[])) as texts'
        const { rows } = await client.query(query, [arrayLiteral(texts)])
        expect(rows[0].texts).toEqual(texts.map((each) => each && storableText(each)))
      }),
    )
  })
})
