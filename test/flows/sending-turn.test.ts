import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { runBatch } from '../../src/service/database/batches/run-batch.ts'
import { claimRecipients } from '../../src/service/delivery/claim-store.ts'
import type { QueuedMessage } from '../../src/service/delivery/queued-message.ts'
import type { MessageResult } from '../../src/service/delivery/results/message-state-store.ts'
import type { Turn } from '../../src/service/delivery/results/turn-store.ts'
import { writeTurn } from '../../src/service/delivery/results/write-turn.ts'
import { setListenedKinds } from '../../src/service/events/signals-store.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { countState as countStateIn, queueWaiting } from '../support/database/queue.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

const countState = (state: string) => countStateIn(server.service.db, state)

/** Claims the recipients of a campaign of `count` people. */
async function claim(count: number): Promise<QueuedMessage[]> {
  server = await startService()
  await addSender(server)
  const people = Array.from({ length: count }, (_, index) => `p${index}@correo.example`)
  const { body } = await server.api('POST', '/campaigns', campaignOf(await addList(server, people)))
  const { accountId: account, service } = server
  const { db } = service
  await db.updateTable('campaigns').set({ status: 'sending' }).where('id', '=', body.id).execute()
  await sql`
    insert into recipients
      (account_id, campaign_id, address_key, visit, contact_id, state, attempts)
    select account_id, ${body.id}, email_key, 0, id, 'pending', 0 from contacts
  `.execute(db)
  await queueWaiting(db)
  const rows = await claimRecipients(db, body.id, { claim: 'p.c', now: 1, limit: count })
  return rows.map((id) => ({
    ...{ table: 'recipients', id, claim: 'p.c', attempts: 0, account, domain: 'correo.example' },
    compose: () => Promise.reject(new Error('not composed')),
  }))
}

const nothing: Turn = { finished: [], batch: [], released: [], postponed: [] }

const resultOf = (message: QueuedMessage, state: 'sent' | 'deferred'): MessageResult => ({
  message,
  result: {
    ...{ state, attempts: 1, nextAt: state === 'sent' ? 0 : 99, response: '250 Ok' },
    sentAt: state === 'sent' ? 7 : null,
  },
})

const write = (turn: Partial<Turn>) =>
  writeTurn(server.service.db, { ...nothing, ...turn }, server.service.clock.now())

/** Counts what is passed to the database: messages to its thread, or queries to its server. */
function countCrossings(): () => number {
  const toThread = vi.spyOn(Worker.prototype, 'postMessage')
  const toServer = vi.spyOn(pg.Client.prototype, 'query')
  const isOfTurn = (call: unknown[]) => JSON.stringify(call).includes('recipient_queue')
  return () => [...toThread.mock.calls, ...toServer.mock.calls].filter(isOfTurn).length
}

test('a turn writes results, tallies and signals, and submits and releases, in one crossing', async () => {
  const [first, second, third, fourth, fifth] = (await claim(5)) as [
    ...[QueuedMessage, QueuedMessage, QueuedMessage, QueuedMessage, QueuedMessage],
  ]
  const { db } = server.service
  await setListenedKinds(db, server.accountId, new Set(['sent']))
  expect(await write({ batch: [first, second] })).toEqual(new Set([first, second]))
  const crossings = countCrossings()
  const granted = await write({
    finished: [resultOf(first, 'sent'), resultOf(second, 'deferred')],
    batch: [third],
    released: [fourth],
    postponed: [{ message: fifth, dueAt: 55 }],
  })
  expect([granted, crossings()]).toEqual([new Set([third]), 1])
  vi.restoreAllMocks()
  const queue = await db
    .selectFrom('recipient_queue')
    .select(['id', 'claim', 'submitting', 'next_at'])
    .orderBy('id')
    .execute()
  expect(queue).toEqual([
    { id: second.id, claim: null, submitting: 0, next_at: 99 },
    { id: third.id, claim: 'p.c', submitting: 1, next_at: 0 },
    { id: fourth.id, claim: null, submitting: 0, next_at: 0 },
    { id: fifth.id, claim: null, submitting: 0, next_at: 55 },
  ])
  expect([await countState('sent'), await countState('deferred')]).toEqual([1, 1])
  const signals = await db.selectFrom('signals').select(['kind', 'contact_id', 'at']).execute()
  expect(signals).toEqual([{ kind: 'sent', contact_id: expect.any(Number), at: 7 }])
  const tallies = await db
    .selectFrom('tallies')
    .select(['measure', 'domain', 'count'])
    .where('measure', 'in', ['sends', 'sent'])
    .orderBy('measure')
    .execute()
  expect(tallies).toEqual([
    { measure: 'sends', domain: '', count: 1 },
    { measure: 'sent', domain: 'correo.example', count: 1 },
  ])
})

test('a turn with a message that another process has taken writes the others', async () => {
  const [taken, own, next] = (await claim(3)) as [QueuedMessage, QueuedMessage, QueuedMessage]
  const { db } = server.service
  await write({ batch: [taken, own] })
  await db
    .updateTable('recipient_queue')
    .set({ claim: 'other.c' })
    .where('id', 'in', [taken.id, next.id])
    .execute()
  const finished = [resultOf(taken, 'sent'), resultOf(own, 'sent')]
  expect((await write({ finished, batch: [next] })).size).toBe(0)
  expect([await countState('sent'), await countState('submitting')]).toEqual([1, 1])
})

test('a turn marks the others when the contact of a message has left', async () => {
  const [first, second, third] = (await claim(3)) as [QueuedMessage, QueuedMessage, QueuedMessage]
  const { db } = server.service
  await write({ batch: [first] })
  await db
    .updateTable('contacts')
    .set({ status: 'unsubscribed' })
    .where('id', 'in', (query) =>
      query.selectFrom('recipients').select('contact_id').where('id', '=', second.id),
    )
    .execute()
  const finished = [resultOf(first, 'sent')]
  expect(await write({ finished, batch: [second, third] })).toEqual(new Set([third]))
  expect([await countState('sent'), await countState('submitting')]).toEqual([1, 1])
})

const insert = (key: string) => sql<object>`
  insert into counters (key, window_start, count) values (${key}, 0, 1)`

const keys = async () =>
  (await server.service.db.selectFrom('counters').select('key').orderBy('key').execute())
    .map(({ key }) => key)
    .filter((key) => key.startsWith('batch'))

test('a batch with an unmet expectation or a failing statement writes nothing', async () => {
  server = await startService()
  const { db } = server.service
  const unmet = sql<object>`update counters set count = 2 where key = 'missing'`
  expect(await runBatch(db, [{ query: insert('batch 1') }, { query: unmet, expects: 1 }])).toBe(
    false,
  )
  await expect(
    runBatch(db, [
      { query: insert('batch 2') },
      { query: sql`insert into counters (key) values ('batch 3')` },
    ]),
  ).rejects.toThrow(/null/i)
  expect(await keys()).toEqual([])
  expect(
    await runBatch(db, [{ query: insert('batch 4'), expects: 1 }, { query: insert('batch 5') }]),
  ).toBe(true)
  expect(await keys()).toEqual(['batch 4', 'batch 5'])
})

test('a batch is not a part of a transaction that is open at the same time', async () => {
  server = await startService()
  const { db } = server.service
  let batch: Promise<unknown> = Promise.resolve()
  const failing = db.transaction().execute(async (tx) => {
    await insert('batch 1').execute(tx)
    batch = runBatch(db, [{ query: insert('batch 2') }])
    await insert('batch 3').execute(tx)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await batch
  expect(await keys()).toEqual(['batch 2'])
})
