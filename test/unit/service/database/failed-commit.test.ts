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

test('a statement that comes after the end of its transaction is refused, and leaves nothing behind', async () => {
  const { db, close } = connect(`${newFolder()}/notes.db`)
  onTestFinished(close)
  await sql`create table notes (text text)`.execute(db)
  const insert = (tx: Executor, text: string) => sql`insert into notes values (${text})`.execute(tx)
  for (const turns of [1, 2, 3, 4]) {
    let late: Promise<unknown> = Promise.resolve()
    const failing = db.transaction().execute(async (tx) => {
      late = (async () => {
        for (let turn = 0; turn < turns; turn++) await null
        await insert(tx, 'late')
      })()
      late.catch(() => {})
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    await late.catch(() => {})
    await insert(db, `alone ${turns}`)
    await db.transaction().execute((tx) => insert(tx, `together ${turns}`))
  }
  const { rows } = await sql<{ text: string }>`select text from notes`.execute(db)
  const kept = rows.map(({ text }) => text).filter((text) => text !== 'late')
  expect(kept).toEqual([1, 2, 3, 4].flatMap((turns) => [`alone ${turns}`, `together ${turns}`]))
})

test('what waits to write when the database closes fails', async () => {
  const { db, close } = connect(`${newFolder()}/notes.db`)
  await sql`create table notes (text text)`.execute(db)
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const writing = db.transaction().execute(async (tx) => {
    await ended
    await sql`insert into notes values ('late')`.execute(tx)
  })
  const failed = expect(writing).rejects.toThrow('closed')
  await close()
  end()
  await failed
})
