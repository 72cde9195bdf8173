import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { dialectOf } from '../../src/service/database/dialect.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
afterEach(() => server.close())

const texts = ['half a character \ud83d', 'NUL \0', 'whole 🛑']
const stored = ['half a character \ufffd', 'NUL \ufffd', 'whole 🛑']

test('text that a database rejects is stored without what it rejects, alone and in records', async () => {
  server = await startService()
  const { db } = server.service
  const { records } = dialectOf(db)
  for (const text of texts) {
    await sql`insert into counters (key, window_start, count) values (${`a ${text}`}, 0, 0)`.execute(
      db,
    )
  }
  const rows = texts.map((text) => ({ key: `b ${text}` }))
  await sql`
    insert into counters (key, window_start, count)
    select key, 0, 0 from ${records(rows, { key: 'text' })} as r
  `.execute(db)
  const keys = await db.selectFrom('counters').select('key').orderBy('key').execute()
  const wanted = ['a', 'b'].flatMap((prefix) => stored.map((text) => `${prefix} ${text}`))
  const found = keys.map(({ key }) => key).filter((key) => /^[ab] /.test(key))
  expect(found.sort()).toEqual(wanted.sort())
})
