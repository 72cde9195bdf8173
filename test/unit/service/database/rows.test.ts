import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../../../src/service/database/connect.ts'
import type { Executor } from '../../../../src/service/database/dialect.ts'
import { newFolder } from '../../../support/folder.ts'

const open = () => {
  const { db, close } = connect(`${newFolder()}/rows.db`)
  onTestFinished(close)
  return db
}

const select = (tx: Executor) => sql`select * from notes`.execute(tx)

test('a column has its new name after a statement that renames it, also for another connection', async () => {
  const db = open()
  await sql`create table notes (id integer, text text)`.execute(db)
  expect((await select(db)).rows).toEqual([])
  await db.transaction().execute(async (tx) => {
    await sql`insert into notes values (1, 'a')`.execute(tx)
    expect((await select(tx)).rows).toEqual([{ id: 1, text: 'a' }])
    await sql`alter table notes rename column text to body`.execute(tx)
    expect((await select(tx)).rows).toEqual([{ id: 1, body: 'a' }])
    await sql`alter table notes add column at integer`.execute(tx)
    expect((await select(tx)).rows).toEqual([{ id: 1, body: 'a', at: null }])
  })
  expect((await select(db)).rows).toEqual([{ id: 1, body: 'a', at: null }])
})

test('rows have a value for each column, and the last one of columns with the same name', async () => {
  const db = open()
  const query = sql`select 1 as id, null as none, x'00ff' as bytes, 'ñ' as text, 2 as id`
  expect((await query.execute(db)).rows).toEqual([
    { id: 2, none: null, bytes: new Uint8Array([0, 255]), text: 'ñ' },
  ])
})
