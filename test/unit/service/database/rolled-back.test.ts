import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { allInOrder } from '../../../../src/service/database/batches/all-in-order.ts'
import { connect } from '../../../../src/service/database/connect.ts'
import { newFolder } from '../../../support/folder.ts'

test('nothing is written outside of a transaction that a full database has rolled back', async () => {
  const { db, close } = connect(`${newFolder()}/full.db`)
  onTestFinished(close)
  await sql`create table notes (text text)`.execute(db)
  await sql`pragma max_page_count = 20`.execute(db)
  const insert = (size: number) => sql`insert into notes values (${'x'.repeat(size)})`
  const filling = db
    .transaction()
    .execute((tx) =>
      allInOrder(tx, [
        (each) => insert(1_000_000).execute(each),
        (each) => insert(1).execute(each),
      ]),
    )
  await expect(filling).rejects.toThrow('full')
  expect((await sql`select * from notes`.execute(db)).rows).toEqual([])
  await db.transaction().execute((tx) => insert(1).execute(tx))
  expect((await sql`select * from notes`.execute(db)).rows).toHaveLength(1)
})
