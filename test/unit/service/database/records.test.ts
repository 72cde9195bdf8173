import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { sqliteInlineRecords, sqliteRecords } from '../../../../src/service/database/records.ts'
import { flatten, openSqlite, rowsOf } from '../../../../src/service/database/sqlite.ts'

const path = join(tmpdir(), `records-${randomUUID()}.db`)
const file = openSqlite(path)
afterAll(() => {
  file.close()
  for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
})

const compiler = new Kysely<object>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

const columns = { id: 'int', claim: 'text', share: 'real', due: 'int' } as const

const run = (rows: readonly object[], make = sqliteRecords) => {
  const query = sql`select id, claim, share, due, typeof(id) as kind from ${make(rows, columns)} as r
    where ${'first'} = 'first'`
  const { sql: text, parameters } = query.compile(compiler)
  return { text, rows: rowsOf(file.execute(text, flatten(parameters))) }
}

// Few values, so that many rows have one in common.
const row = fc.record({
  id: fc.constantFrom(1, 2),
  claim: fc.constantFrom('a', 'b', null),
  share: fc.constantFrom(0.5, 1.5),
  due: fc.constantFrom(0, 7),
})
const rows = fc.oneof(
  fc.array(row, { maxLength: 30 }),
  fc.tuple(row, fc.integer({ min: 1, max: 30 })).map(([one, count]) => Array(count).fill(one)),
  fc
    .tuple(row, fc.integer({ min: 1, max: 30 }))
    .map(([one, count]) => Array.from({ length: count }, (_, id) => ({ ...one, id }))),
)

test.each([
  ['', sqliteRecords],
  ['inline ', sqliteInlineRecords],
] as const)('%srows arrive as they are, whatever values they share', (_, make) => {
  fc.assert(
    fc.property(rows, (given) => {
      expect(run(given, make).rows).toEqual(given.map((each) => ({ ...each, kind: 'integer' })))
    }),
    { numRuns: 300 },
  )
})

test('a value that all rows have is sent once', () => {
  const claimed = Array.from({ length: 32 }, (_, id) => ({ id, claim: 'p.c', share: 0.5, due: 0 }))
  expect(run(claimed).text.match(/\?/g)).toHaveLength(32 + 3 + 2)
  expect(run(claimed.map((each) => ({ ...each, due: each.id }))).text.match(/\?/g)).toHaveLength(
    2 * 32 + 2 + 2,
  )
})

test('inline rows arrive too if some have only nulls', () => {
  const claims = ['a', null, 'b', null, 'c'].map((claim) => ({ claim }))
  const query = sql`select claim from ${sqliteInlineRecords(claims, { claim: 'text' })} as r`
  const { sql: text, parameters } = query.compile(compiler)
  expect(rowsOf(file.execute(text, flatten(parameters)))).toEqual(claims)
})
