import { afterEach, expect, test } from 'vitest'
import { verifyWebhook } from '../../src/core/webhook-signature.ts'
import { appendEvents } from '../../src/service/events/outbox-store.ts'
import { purgeOrphanedDeliveries } from '../../src/service/retention/orphaned-deliveries.ts'
import { addList } from '../support/campaign-fixtures.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { type StartOptions, startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

const hourMs = 3_600_000

let server: TestService
const receivers: WebhookReceiver[] = []
afterEach(async () => {
  for (const receiver of receivers.splice(0)) receiver.close()
  await server.close()
})

async function start(options: StartOptions = {}) {
  const clock = testClock()
  server = await startService({ workers: true, clock, ...options })
  return clock
}

async function newReceiver() {
  const receiver = await startWebhookReceiver()
  receivers.push(receiver)
  return receiver
}

const hooks = () => `/users/${server.accountId}/webhooks`

async function listenWith(
  { url }: { url: string },
  events: string[] = ['contact.unsubscribe'],
): Promise<{ id: number; secret: string }> {
  const { status, body } = await server.api('POST', hooks(), { url, events })
  expect(status).toBe(200)
  return body
}

/** Inserts an unsubscribe event for each contact id. */
const appendUnsubscribes = (...contacts: number[]) =>
  appendUnsubscribesOf(server.accountId, contacts)

async function appendUnsubscribesOf(accountId: number, contacts: readonly number[]) {
  const { db, clock, wake } = server.service
  await appendEvents(
    db,
    contacts.map((contact_id) => ({
      accountId,
      type: 'contact.unsubscribe',
      payload: { contact_id, list_id: 1 },
      now: clock.now(),
    })),
  )
  wake()
}

const states = async () => {
  const rows = await server.service.db.selectFrom('deliveries').selectAll().orderBy('id').execute()
  return rows.map(({ state, attempts }) => `${state} ${attempts}`)
}

const untilStates = (...wanted: string[]) =>
  waitFor(async () => JSON.stringify(await states()) === JSON.stringify(wanted))

/** Advances the clock to the next attempt. */
async function toNextAttempt(clock: TestClock) {
  const { next_at } = await server.service.db
    .selectFrom('deliveries')
    .select('next_at')
    .where('state', '=', 'pending')
    .orderBy('next_at')
    .executeTakeFirstOrThrow()
  const waited = next_at - clock.now()
  clock.advance(waited)
  server.service.wake()
  return waited
}

const theHook = async () => (await server.api('GET', hooks())).body[0]

test('an event reaches its webhook, signed and as specified', async () => {
  const clock = await start()
  const [wanting, other] = [await newReceiver(), await newReceiver()]
  const { secret } = await listenWith(wanting)
  await listenWith(other, ['campaign.sent'])
  await appendUnsubscribes(7)
  await untilStates('delivered 1')
  const [{ headers, body, json } = expect.fail()] = wanting.received
  expect(json).toEqual({ contact_id: 7, list_id: 1, event: 'contact.unsubscribe', id: 1 })
  expect(headers['content-type']).toBe('application/json')
  expect(headers['webhook-id']).toBe('1')
  const received = { headers, body, secrets: [secret], now: clock.now() }
  expect(verifyWebhook(received)).toEqual({ ok: true })
  expect(verifyWebhook({ ...received, body: `${body} ` }).ok).toBe(false)
  expect(other.received).toEqual([])
})

test('webhooks get only their account’s events and are invisible to other accounts', async () => {
  await start()
  const theirs = await server.other()
  const mine = await newReceiver()
  const { id } = await listenWith(mine)
  const { db, wake, clock } = server.service
  const payload = { contact_id: 1, list_id: 1 }
  const type = 'contact.unsubscribe'
  await appendEvents(db, [{ accountId: theirs.id, type, payload, now: clock.now() }])
  wake()
  await appendUnsubscribes(2)
  await untilStates('delivered 1')
  expect(mine.received.map(({ json }) => json.contact_id)).toEqual([2])
  for (const user of [server.accountId, theirs.id]) {
    const path = `/users/${user}/webhooks/${id}`
    expect((await theirs.api('PUT', path, { enabled: false })).status).toBe(404)
    expect((await theirs.api('DELETE', path)).status).toBe(404)
    expect((await theirs.api('POST', `${path}/replay`, { test: true })).status).toBe(404)
  }
  expect((await theirs.api('GET', hooks())).status).toBe(404)
})

test('a receiver that was down for an hour gets everything afterwards', async () => {
  const clock = await start()
  const down = await newReceiver()
  await listenWith(down)
  down.respondWith(503)
  await appendUnsubscribes(1, 2, 3)
  await untilStates('pending 1', 'pending 1', 'pending 1')
  const before = clock.now()
  while (clock.now() - before < hourMs) {
    await toNextAttempt(clock)
    const attempts = down.received.length
    await waitFor(() => down.received.length > attempts)
    await waitFor(async () => (await busy()) === 0)
  }
  down.respondWith(200)
  while ((await states()).some((state) => state.startsWith('pending'))) {
    await toNextAttempt(clock)
    await waitFor(async () => (await due(clock.now())) === 0)
  }
  const arrived = down.received.slice(-3).map(({ json }) => json.contact_id)
  expect(arrived.sort()).toEqual([1, 2, 3])
  expect(await theHook()).toMatchObject({ enabled: true, failures: 0 })
})

const count = async (isSo: (row: { state: string; next_at: number }) => boolean) =>
  (await server.service.db.selectFrom('deliveries').selectAll().execute()).filter(isSo).length
const busy = () => count(({ state }) => state === 'claimed')
const due = (now: number) =>
  count(({ state, next_at }) => state === 'claimed' || (state === 'pending' && next_at <= now))

test('an event is tried nine times over thirty hours; a webhook that always failed is disabled', async () => {
  const clock = await start()
  const down = await newReceiver()
  const { id } = await listenWith(down)
  down.respondWith(500)
  await appendUnsubscribes(1)
  const waits: number[] = []
  for (let attempt = 1; attempt < 9; attempt++) {
    await untilStates(`pending ${attempt}`)
    waits.push(await toNextAttempt(clock))
  }
  await untilStates('failed 9')
  const minutes = [5 / 60, 0.5, 5, 30, 120, 300, 600, 840]
  for (const [index, wait] of waits.entries()) {
    expect(Math.abs(wait / 60_000 / (minutes[index] ?? 0) - 1)).toBeLessThanOrEqual(0.1001)
  }
  const mail = await server.service.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow()
  expect(mail).toMatchObject({ kind: 'webhook_disabled', to_mail: 'ana@example.org' })
  expect(mail.text).toContain(`webhooks update ${id} --enabled`)
  const hook = await server.service.db.selectFrom('webhooks').selectAll().executeTakeFirst()
  expect(hook).toMatchObject({ id, enabled: 0, failures: 9 })
})

test('410 disables a webhook at once; missed events can be replayed', async () => {
  const clock = await start()
  const gone = await newReceiver()
  const { id } = await listenWith(gone)
  gone.respondWith(410)
  await appendUnsubscribes(1)
  await untilStates('failed 1')
  expect(await theHook()).toMatchObject({ enabled: false, failures: 1 })
  const from = new Date(clock.now()).toISOString()
  await appendUnsubscribes(2)
  const replay = (body: object) => server.api('POST', `${hooks()}/${id}/replay`, body)
  expect((await replay({ from })).body).toMatchObject({ code: 'wrong_state' })
  gone.respondWith(204)
  await server.api('PUT', `${hooks()}/${id}`, { enabled: true })
  expect(await theHook()).toMatchObject({ enabled: true, failures: 0 })
  await waitFor(async () => (await server.api('GET', '/dashboard/events')).body.length === 2)
  expect((await replay({ from })).body).toEqual({ queued: 2 })
  await waitFor(() => gone.received.length === 3)
  const again = gone.received.slice(1).map(({ json }) => json.contact_id)
  expect(again.sort()).toEqual([1, 2])
})

test('a mailbox gets ten notices of disabled webhooks a day, and no link in them', async () => {
  await start()
  const gone = await newReceiver()
  gone.respondWith(410)
  for (let hook = 0; hook < 12; hook++) await listenWith(gone)
  await appendUnsubscribes(1)
  await untilStates(...Array.from({ length: 12 }, () => 'failed 1'))
  const mails = await server.service.db
    .selectFrom('messages')
    .select('text')
    .where('kind', '=', 'webhook_disabled')
    .execute()
  expect(mails).toHaveLength(10)
  expect(mails.filter(({ text }) => text.includes(gone.url))).toEqual([])
})

test('a receiver that never answers delays no other and loses no event', {
  timeout: 120_000,
}, async () => {
  const clock = await start()
  const [hanging, well] = [await newReceiver(), await newReceiver()]
  hanging.respondWith(() => {})
  await listenWith(hanging)
  await listenWith(well)
  const contacts = Array.from({ length: 20 }, (_, index) => index + 1)
  await appendUnsubscribes(...contacts)
  await waitFor(() => well.received.length === 20)
  expect(hanging.received.length).toBe(1)
  clock.advance(10_000)
  await waitFor(async () => (await theHook()).failures === 1)
  await appendUnsubscribes(21)
  await waitFor(() => well.received.length === 21)
  hanging.respondWith(204)
  clock.advance(10_000)
  await waitFor(async () => {
    // The clock does not advance while requests are in flight. Otherwise they would time out on a busy machine.
    if ((await busy()) === 0) clock.advance(10_000)
    return (await due(Number.POSITIVE_INFINITY)) === 0
  }, 60_000)
  expect(new Set(hanging.received.map(({ json }) => json.contact_id)).size).toBe(21)
})

test('receivers that start to hang delay a healthy one by a second at most', {
  timeout: 60_000,
}, async () => {
  const clock = await start()
  const [crowd, well] = [await newReceiver(), await newReceiver()]
  const theirs = await server.other()
  const body = { url: crowd.url, events: ['contact.unsubscribe'] }
  // Eight deliveries in flight for each webhook occupy all connections.
  for (let index = 0; index < 16; index++)
    await theirs.api('POST', `/users/${theirs.id}/webhooks`, body)
  await listenWith(well)
  await appendUnsubscribes(1)
  await appendUnsubscribesOf(theirs.id, [1])
  await waitFor(() => crowd.received.length === 16 && well.received.length === 1)
  await waitFor(async () => (await due(clock.now())) === 0)
  crowd.respondWith(() => {})
  await appendUnsubscribesOf(theirs.id, [2, 3, 4, 5, 6, 7, 8, 9])
  await waitFor(() => crowd.received.length === 16 * 9)
  await appendUnsubscribes(2)
  clock.advance(1001)
  await waitFor(() => well.received.length === 2)
  expect(await busy()).toBeGreaterThanOrEqual(128)
})

test('failed responses are retried: a redirect, an error, a broken connection', async () => {
  const clock = await start()
  const unusual = await newReceiver()
  await listenWith(unusual)
  unusual.respondWith((response) => response.writeHead(302, { location: unusual.url }).end())
  await appendUnsubscribes(1)
  await untilStates('pending 1')
  unusual.respondWith((response) => response.destroy())
  await toNextAttempt(clock)
  await untilStates('pending 2')
  unusual.respondWith((response) => response.writeHead(201).end('x'.repeat(200_000)))
  await toNextAttempt(clock)
  await untilStates('delivered 3')
  expect(unusual.received.map(({ headers }) => headers['webhook-id'])).toEqual(['1', '1', '1'])
  const [event] = (await server.api('GET', '/dashboard/events')).body
  const webhook_id = 1
  const anyTime = expect.any(String)
  expect(event.deliveries).toEqual([
    { webhook_id, attempt: 1, at: anyTime, status: 302, error: null, next_at: anyTime },
    { webhook_id, attempt: 2, at: anyTime, status: null, error: 'broken_off', next_at: anyTime },
    { webhook_id, attempt: 3, at: anyTime, status: 201, error: null, next_at: null },
  ])
  expect((await server.api('GET', '/dashboard/events?webhook_id=1')).body).toHaveLength(1)
  expect((await server.api('GET', '/dashboard/events?webhook_id=2')).body).toEqual([])
})

test('for a day after a new secret the old one signs too', async () => {
  const clock = await start()
  const receiver = await newReceiver()
  const { id, secret } = await listenWith(receiver)
  const { body } = await server.api('PUT', `${hooks()}/${id}`, { rotate_secret: true })
  expect(body.secret).toMatch(/^whsec_/)
  expect(body.secret).not.toBe(secret)
  expect((await theHook()).secret).toBe(`whsec_…${body.secret.slice(-4)}`)
  const checks = async (contact: number) => {
    await appendUnsubscribes(contact)
    await waitFor(() => receiver.received.length === contact)
    const { headers, body: bytes } = receiver.received[contact - 1] ?? expect.fail()
    const isGood = (each: string) =>
      verifyWebhook({ headers, body: bytes, secrets: [each], now: clock.now() }).ok
    return [isGood(secret), isGood(body.secret)]
  }
  expect(await checks(1)).toEqual([true, true])
  clock.advance(24 * hourMs)
  expect(await checks(2)).toEqual([false, true])
  const stored = await server.service.db.selectFrom('webhooks').select('secrets').executeTakeFirst()
  expect(stored?.secrets).not.toContain(secret.slice(6))
})

test('a replay resends under the same id; a test sends a made-up event', async () => {
  await start()
  const receiver = await newReceiver()
  const { id } = await listenWith(receiver)
  await appendUnsubscribes(1, 2)
  await untilStates('delivered 1', 'delivered 1')
  const replay = async (body: object) =>
    (await server.api('POST', `${hooks()}/${id}/replay`, body)).body
  expect(await replay({ event_ids: [2] })).toEqual({ queued: 1 })
  await waitFor(() => receiver.received.length === 3)
  expect(receiver.received[2]?.headers['webhook-id']).toBe('2')
  expect(await replay({ test: true })).toEqual({ queued: 1 })
  await waitFor(() => receiver.received.length === 4)
  expect(receiver.received[3]?.json).toEqual({ event: 'webhook.test', id: 3 })
  const problems = async (body: object) =>
    (await replay(body)).errors.map(({ field, code }: Record<string, string>) => `${field} ${code}`)
  expect(await problems({ event_ids: [1, 99] })).toEqual(['event_ids.1 unknown_id'])
  expect(await problems({})).toEqual(['event_ids required'])
  expect(await problems({ test: true, event_ids: [1] })).toEqual(['test not_together'])
  expect(await problems({ to: '2027-03-01T09:00:00Z' })).toEqual(['from required'])
})

test('nothing is sent to private addresses unless the operator allows it', async () => {
  await start({ settings: { allowsPrivateWebhooks: false } })
  const receiver = await newReceiver()
  const refused = await server.api('POST', hooks(), { url: receiver.url, events: ['contact.open'] })
  expect(refused.status).toBe(422)
  expect(refused.body.errors[0]).toMatchObject({ field: 'url', code: 'not_public' })
  const { id } = await listenWith({ url: 'https://hooks.example/' })
  const put = await server.api('PUT', `${hooks()}/${id}`, { url: 'https://10.0.0.1/' })
  expect(put.status).toBe(422)
  // The webhook was allowed before the operator changed the setting.
  await server.service.db.updateTable('webhooks').set({ url: receiver.url }).execute()
  await appendUnsubscribes(1)
  await untilStates('pending 1')
  expect(receiver.received).toEqual([])
  const [event] = (await server.api('GET', '/dashboard/events')).body
  expect(event.deliveries[0]).toMatchObject({ status: null, error: 'not_public' })
})

test('a deleted webhook gets nothing more, and its history is deleted', async () => {
  await start()
  const receiver = await newReceiver()
  const { id } = await listenWith(receiver)
  await appendUnsubscribes(1)
  await untilStates('delivered 1')
  expect((await server.api('DELETE', `${hooks()}/${id}`)).body).toEqual({ ok: true })
  expect((await server.api('GET', hooks())).body).toEqual([])
  await appendUnsubscribes(2)
  await waitFor(async () => (await server.api('GET', '/dashboard/events')).body.length === 2)
  await purgeOrphanedDeliveries(server.service.db)
  expect(await states()).toEqual([])
  expect((await server.api('GET', '/dashboard/events')).body[1].deliveries).toEqual([])
  expect(receiver.received).toHaveLength(1)
  expect((await server.api('DELETE', `${hooks()}/${id}`)).status).toBe(404)
})

test('custom events reach the webhooks that ask for them, signed, and only the id of a deleted contact', async () => {
  const clock = await start()
  const [wanting, other] = [await newReceiver(), await newReceiver()]
  const list = await addList(server, ['ana@example.org', 'eva@example.org'])
  await listenWith(other, ['campaign.sent'])
  const sent = (name: string, email: string, more: object = {}) =>
    server.api('POST', '/events', { events: [{ name, email, ...more }] })
  await sent('before', 'ana@example.org')
  const { secret } = await listenWith(wanting, ['contact.event'])
  wanting.respondWith(503)
  const properties = { items: [{ sku: 'A-1', price: 20 }], gift: true }
  const order = { value: 4.5, currency: 'EUR', properties, event_id: 'o-1' }
  await sent('order', 'ana@example.org', order)
  await sent('order', 'ana@example.org', order)
  await sent('cart', 'eva@example.org', { properties: { total: 30 } })
  await untilStates('pending 1', 'pending 1')
  const [{ headers, body, json } = expect.fail()] = wanting.received
  const at = new Date(clock.now()).toISOString()
  expect(json).toEqual({
    ...{ contact_id: expect.any(Number), campaign_id: null, name: 'order', at, value: 4.5 },
    ...{ currency: 'EUR', properties, event: 'contact.event', id: expect.any(Number) },
  })
  expect(verifyWebhook({ headers, body, secrets: [secret], now: clock.now() })).toEqual({
    ok: true,
  })
  const { body: shown } = await server.api('GET', '/dashboard/events?type=contact.event')
  expect(shown.map(({ data }: { data: { name: string } }) => data.name)).toEqual(['cart', 'order'])
  await server.api('DELETE', `/lists/${list}/contacts/eva@example.org`)
  wanting.respondWith(204)
  clock.advance(hourMs)
  server.service.wake()
  await untilStates('delivered 2', 'delivered 2')
  const last = wanting.received.slice(-2).map(({ json: { id: _, ...rest } }) => rest)
  expect(last).toContainEqual({ contact_id: expect.any(Number), event: 'contact.event' })
  expect(last).toContainEqual(expect.objectContaining({ name: 'order', properties }))
  expect(other.received).toEqual([])
})
