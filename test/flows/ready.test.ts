import { afterEach, expect, test } from 'vitest'
import { queueMessage } from '../../src/service/mail/outbox-store.ts'
import { testClock } from '../support/clock.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
afterEach(() => server.close())

const minuteMs = 60_000

test('a service is ready until mail that is due stands still', async () => {
  const clock = testClock()
  server = await startService({ clock })
  const { service, database } = server
  const ready = async () => {
    // It asks the database once a second at most.
    clock.advance(1000)
    const { status, body } = await server.request('GET', '/ready')
    return [status, body.status, body.queue]
  }
  expect(await ready()).toEqual([200, 'ready', { status: 'ok', oldest_due_seconds: 0 }])
  await queueMessage(service.db, {
    ...{ accountId: server.accountId, kind: 'sign_up', to: 'ana@example.org' },
    ...{ subject: 'Hola', text: 'Hola', now: clock.now() },
  })
  clock.advance(9 * minuteMs)
  expect(await ready()).toEqual([200, 'ready', { status: 'ok', oldest_due_seconds: 541 }])
  clock.advance(minuteMs)
  expect(await ready()).toEqual([503, 'unready', { status: 'stuck', oldest_due_seconds: 602 }])
  // Another process sends, only not this message.
  await service.db
    .insertInto('processes')
    .values({ id: 'other', started_at: 0, alive_until: 0, last_result_at: clock.now() })
    .execute()
  expect(await ready()).toMatchObject([200, 'ready', { status: 'ok' }])
  await database.db.schema.dropTable('processes').execute()
  clock.advance(1000)
  expect(await server.request('GET', '/ready')).toMatchObject({
    status: 503,
    body: { database: { status: 'unreachable' }, relay: { status: 'unknown' } },
  })
  expect((await server.request('GET', '/health')).status).toBe(200)
})

test('mail of a suspended account waits for a person, and is not stuck', async () => {
  const clock = testClock()
  server = await startService({ clock })
  const { db } = server.service
  await queueMessage(db, {
    ...{ accountId: server.accountId, kind: 'optin', to: 'ana@example.org' },
    ...{ subject: 'Hola', text: 'Hola', now: clock.now() },
  })
  clock.advance(11 * minuteMs)
  expect((await server.request('GET', '/ready')).status).toBe(503)
  await db.updateTable('accounts').set({ status: 'suspended' }).execute()
  clock.advance(1000)
  expect((await server.request('GET', '/ready')).status).toBe(200)
})
