import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { appendEvent, appendEvents } from '../../src/service/events/outbox-store.ts'
import { publishEvents } from '../../src/service/events/publish.ts'
import { publishAll } from '../support/events.ts'
import { rememberedApi, startService, type TestService } from '../support/service.ts'

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

test('many writers and publishers leave no gap and no duplicate number', async () => {
  server = await startService()
  const { db } = server.service
  const write = async (writer: number) => {
    for (let index = 0; index < 10; index++) {
      await db.transaction().execute((tx) => appendEvent(tx, eventOf(`${writer} ${index}`)))
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

test('an event is published when its transaction commits, and not after a rollback', async () => {
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

test('numbers are never reused, after deletions or in a migrated database', async () => {
  server = await startService()
  const { db } = server.service
  const moved = { account_id: server.accountId, type: 'contact.open', payload: '{}' }
  const ofNobody = { contact_id: null, campaign_id: null, created_at: 0 }
  await db
    .insertInto('events')
    .values([5, 9].map((id) => ({ id, seq: id, ...moved, ...ofNobody })))
    .execute()
  await publishAll(db)
  await db.deleteFrom('events').where('seq', '=', 9).execute()
  const publish = async (name: string) => {
    await db.transaction().execute((tx) => appendEvent(tx, eventOf(name)))
    await publishAll(db)
  }
  await publish('one')
  await publish('two')
  await db.deleteFrom('events').where('seq', '>', 5).execute()
  await publish('three')
  expect((await published()).map(({ seq }) => seq)).toEqual([5, 12])
})

test('each event is queued once for every interested webhook, however many there are', async () => {
  server = await startService()
  const { db } = server.service
  const api = await rememberedApi(server)
  const path = `/users/${server.accountId}/webhooks`
  for (const events of [['contact.open'], ['contact.open', 'contact.bounce'], ['campaign.sent']]) {
    const hook = { url: 'https://tienda.example/', events }
    expect((await api('POST', path, hook)).status).toBe(200)
  }
  const events = Array.from({ length: 1200 }, (_, index) => eventOf(String(index)))
  await db
    .transaction()
    .execute((tx) => appendEvents(tx, [...events, { ...eventOf('other'), accountId: 0 }]))
  await publishAll(db)
  const queued = await db
    .selectFrom('deliveries')
    .select(({ fn }) => ['webhook_id', fn.countAll<number>().as('count')])
    .select(({ fn }) => fn.count<number>('event_id').distinct().as('events'))
    .groupBy('webhook_id')
    .execute()
  expect(queued.map(({ count, events: queuedEvents }) => [count, queuedEvents])).toEqual([
    [1200, 1200],
    [1200, 1200],
  ])
  const inOrder = await db.selectFrom('deliveries').select('event_id').orderBy('id').execute()
  const ids = inOrder.map(({ event_id }) => event_id)
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
})
