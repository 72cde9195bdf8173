import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { allInOrder } from '../../../../../src/service/database/batches/all-in-order.ts'
import { connect } from '../../../../../src/service/database/connect.ts'
import type { Executor } from '../../../../../src/service/database/dialect.ts'
import { onPostgres } from '../../../../support/database/on-postgres.ts'
import { createPostgres } from '../../../../support/database/postgres.ts'
import { newFolder } from '../../../../support/folder.ts'

async function openNotes() {
  const { db, close } = connect(`${newFolder()}/notes.db`)
  onTestFinished(close)
  await sql`create table notes (text text unique)`.execute(db)
  const insert = (text: string) => sql`insert into notes values (${text}) returning text`
  const notes = async () => (await sql`select text from notes order by rowid`.execute(db)).rows
  return { db, insert, notes }
}

test('statements that do not need each other’s answers go to the thread of SQLite in one message', async () => {
  const { db, insert, notes } = await openNotes()
  const sent = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => sent.mockRestore())
  const answers = await db.transaction().execute((tx) =>
    allInOrder(
      tx,
      ['a', 'b', 'c'].map((text) => (each) => insert(text).execute(each)),
    ),
  )
  // The second one is the commit.
  expect(sent).toHaveBeenCalledTimes(2)
  expect(answers.map((answer) => (answer as { rows: unknown }).rows)).toEqual(
    ['a', 'b', 'c'].map((text) => [{ text }]),
  )
  expect(await notes()).toEqual(['a', 'b', 'c'].map((text) => ({ text })))
})

test('if one of them fails, the transaction leaves nothing', async () => {
  const { db, insert, notes } = await openNotes()
  const writing = db.transaction().execute((tx) =>
    allInOrder(
      tx,
      ['a', 'a', 'b'].map((text) => (each) => insert(text).execute(each)),
    ),
  )
  await expect(writing).rejects.toThrow('UNIQUE')
  expect(await notes()).toEqual([])
})

test('a transaction without statements ends, and the next one begins', async () => {
  const { db, insert, notes } = await openNotes()
  await db.transaction().execute(async () => {})
  const failing = db.transaction().execute(() => Promise.reject(new Error('before any statement')))
  await expect(failing).rejects.toThrow('before any statement')
  await db.transaction().execute((tx) => insert('a').execute(tx))
  expect(await notes()).toEqual([{ text: 'a' }])
})

onPostgres(
  'on PostgreSQL none waits for the answer to the one before, and the first error is reported',
  async () => {
    const { url, drop } = await createPostgres(String(process.env.REMITE_TEST_DATABASE_URL))
    onTestFinished(drop)
    const { db, close } = connect(url)
    onTestFinished(close)
    const order: string[] = []
    const execute = (name: string, statement: string) => (each: Executor) => {
      const answer = sql.raw(statement).execute(each)
      order.push(`${name} sent`)
      return answer.then(() => order.push(`${name} answered`))
    }
    // The second statement of one of them comes after the failure of another.
    const twice = async (each: Executor) => {
      await execute('first', 'select 1')(each)
      await execute('late', 'select 2')(each)
    }
    const writing = db
      .transaction()
      .execute((tx) => allInOrder(tx, [twice, execute('failing', 'select 1 / 0')]))
    await expect(writing).rejects.toThrow('division by zero')
    expect(order.slice(0, 2)).toEqual(['first sent', 'failing sent'])
  },
)
