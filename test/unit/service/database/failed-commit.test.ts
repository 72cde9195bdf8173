import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../../../src/service/database/connect.ts'
import type { Executor } from '../../../../src/service/database/dialect.ts'
import { newFolder } from '../../../support/folder.ts'

test('a transaction that cannot be committed is rolled back before the next one begins', async () => {
  const { db, close } = connect(`${newFolder()}/notes.db`)
  onTestFinished(close)
  await sql`create table owners (id integer primary key)`.execute(db)
  await sql`create table notes (text text,
    owner integer references owners deferrable initially deferred)`.execute(db)
  const write = (text: string, owner: number | null) =>
    db
      .transaction()
      .execute((tx: Executor) => sql`insert into notes values (${text}, ${owner})`.execute(tx))
  const [orphan, next] = await Promise.allSettled([write('orphan', 7), write('next', null)])
  expect(orphan).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringContaining('FOREIGN KEY') },
  })
  expect(next.status).toBe('fulfilled')
  expect((await sql`select text from notes`.execute(db)).rows).toEqual([{ text: 'next' }])
  await sql`insert into notes values ('last', null)`.execute(db)
  expect((await sql`select text from notes`.execute(db)).rows).toHaveLength(2)
})
