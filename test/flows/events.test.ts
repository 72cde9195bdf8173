import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { appendEvent, appendEvents } from '../../src/service/events/outbox-store.ts'
import { publishEvents } from '../../src/service/events/publisher.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
afterEach(() => server.close())

const eventOf = (name: string) => ({
  accountId: server.accountId,
  type: 'contact.open',
  payload: { name },
  now: 0,
})

const published = () =>
  server.service.db
    .selectFrom('events')
    .select(['seq', 'payload'])
    .where('seq', 'is not', null)
    .orderBy('seq')
    .execute()

test('many writers and publishers at once leave no gap and no number twice', async () => {
  server = await startService()
  const { db } = server.service
  const write = async (writer: number) => {
    for (let turn = 0; turn < 10; turn++) {
      await db.transaction().execute((tx) => appendEvent(tx, eventOf(`${writer} ${turn}`)))
    }
  }
  let isWriting = true
  const publish = async () => {
    while (isWriting) {
      await publishEvents(db)
      await setImmediate()
    }
  }
  const publishers = [publish(), publish(), publish()]
  await Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer)))
  isWriting = false
  await Promise.all(publishers)
  await publishEvents(db)
  const events = await published()
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
})

test('an event is there when its fact is, and not when that was rolled back', async () => {
  server = await startService()
  const { db } = server.service
  const failing = db.transaction().execute(async (tx) => {
    await appendEvent(tx, eventOf('never'))
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await db.transaction().execute((tx) => appendEvents(tx, [eventOf('one'), eventOf('two')]))
  expect(await publishEvents(db)).toBe(2)
  expect(await publishEvents(db)).toBe(0)
  expect((await published()).map(({ payload }) => JSON.parse(payload).name)).toEqual(['one', 'two'])
})
