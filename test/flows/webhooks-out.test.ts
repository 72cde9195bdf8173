import { afterEach, expect, test } from 'vitest'
import { verifyWebhook } from '../../src/core/webhook-signature.ts'
import { appendEvents } from '../../src/service/events/outbox-store.ts'
import { sweepDeliveries } from '../../src/service/webhooks/sweep-store.ts'
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

async function receiver() {
  const one = await startWebhookReceiver()
  receivers.push(one)
  return one
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

/** As many contacts leave as are named. */
const happen = (...contacts: number[]) => happenTo(server.accountId, contacts)

async function happenTo(accountId: number, contacts: readonly number[]) {
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

/** On to the moment at which the next attempt is due. */
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

test('an event reaches the webhook that wants it, signed, with what the specification says', async () => {
  const clock = await start()
  const [wanting, other] = [await receiver(), await receiver()]
  const { secret } = await listenWith(wanting)
  await listenWith(other, ['campaign.sent'])
  await happen(7)
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

test('what happens elsewhere is nobody’s business here, and others don’t see a webhook', async () => {
  await start()
  const theirs = await server.other()
  const mine = await receiver()
  const { id } = await listenWith(mine)
  const { db, wake, clock } = server.service
  const payload = { contact_id: 1, list_id: 1 }
  const type = 'contact.unsubscribe'
  await appendEvents(db, [{ accountId: theirs.id, type, payload, now: clock.now() }])
  wake()
  await happen(2)
  await untilStates('delivered 1')
  expect(mine.received.map(({ json }) => json.contact_id)).toEqual([2])
  for (const user of [server.accountId, theirs.id]) {
    const place = `/users/${user}/webhooks/${id}`
    expect((await theirs.api('PUT', place, { enabled: false })).status).toBe(404)
    expect((await theirs.api('DELETE', place)).status).toBe(404)
    expect((await theirs.api('POST', `${place}/replay`, { test: true })).status).toBe(404)
  }
  expect((await theirs.api('GET', hooks())).status).toBe(404)
})

test('a receiver that is down for an hour gets everything once it is back', async () => {
  const clock = await start()
  const down = await receiver()
  await listenWith(down)
  down.react(503)
  await happen(1, 2, 3)
  await untilStates('pending 1', 'pending 1', 'pending 1')
  const before = clock.now()
  while (clock.now() - before < hourMs) {
    await toNextAttempt(clock)
    const tried = down.received.length
    await waitFor(() => down.received.length > tried)
    await waitFor(async () => (await busy()) === 0)
  }
  down.react(200)
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

test('an event is tried nine times over thirty hours; a webhook that failed all along is switched off', async () => {
  const clock = await start()
  const down = await receiver()
  const { id } = await listenWith(down)
  down.react(500)
  await happen(1)
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
  expect(mail.text).toContain(down.url)
  const hook = await server.service.db.selectFrom('webhooks').selectAll().executeTakeFirst()
  expect(hook).toMatchObject({ id, enabled: 0, failures: 9 })
})

test('410 switches a webhook off at once; what happens then can be asked for afterwards', async () => {
  const clock = await start()
  const gone = await receiver()
  const { id } = await listenWith(gone)
  gone.react(410)
  await happen(1)
  await untilStates('failed 1')
  expect(await theHook()).toMatchObject({ enabled: false, failures: 1 })
  const from = new Date(clock.now()).toISOString()
  await happen(2)
  const replay = (wish: object) => server.api('POST', `${hooks()}/${id}/replay`, wish)
  expect((await replay({ from })).body).toMatchObject({ code: 'wrong_state' })
  gone.react(204)
  await server.api('PUT', `${hooks()}/${id}`, { enabled: true })
  expect(await theHook()).toMatchObject({ enabled: true, failures: 0 })
  await waitFor(async () => (await server.api('GET', '/dashboard/events')).body.length === 2)
  expect((await replay({ from })).body).toEqual({ queued: 2 })
  await waitFor(() => gone.received.length === 3)
  const again = gone.received.slice(1).map(({ json }) => json.contact_id)
  expect(again.sort()).toEqual([1, 2])
})

test('one that never answers delays nobody else, and not one of its events is lost', {
  timeout: 120_000,
}, async () => {
  const clock = await start()
  const [hanging, well] = [await receiver(), await receiver()]
  hanging.react(() => {})
  await listenWith(hanging)
  await listenWith(well)
  const contacts = Array.from({ length: 20 }, (_, index) => index + 1)
  await happen(...contacts)
  await waitFor(() => well.received.length === 20)
  expect(hanging.received.length).toBe(1)
  clock.advance(10_000)
  await waitFor(async () => (await theHook()).failures === 1)
  await happen(21)
  await waitFor(() => well.received.length === 21)
  hanging.react(204)
  clock.advance(10_000)
  await waitFor(async () => {
    // Whoever is on the way is let arrive: on a busy machine the clock would run out on each of them.
    if ((await busy()) === 0) clock.advance(10_000)
    return (await due(Number.POSITIVE_INFINITY)) === 0
  }, 60_000)
  expect(new Set(hanging.received.map(({ json }) => json.contact_id)).size).toBe(21)
})

test('a crowd that answered well and then hangs holds up one that answers for a second at most', {
  timeout: 60_000,
}, async () => {
  const clock = await start()
  const [crowd, well] = [await receiver(), await receiver()]
  const theirs = await server.other()
  const wish = { url: crowd.url, events: ['contact.unsubscribe'] }
  // With eight on the way to each they hold every connection there is.
  for (let at = 0; at < 16; at++) await theirs.api('POST', `/users/${theirs.id}/webhooks`, wish)
  await listenWith(well)
  await happen(1)
  await happenTo(theirs.id, [1])
  await waitFor(() => crowd.received.length === 16 && well.received.length === 1)
  await waitFor(async () => (await due(clock.now())) === 0)
  crowd.react(() => {})
  await happenTo(theirs.id, [2, 3, 4, 5, 6, 7, 8, 9])
  await waitFor(() => crowd.received.length === 16 * 9)
  await happen(2)
  clock.advance(1001)
  await waitFor(() => well.received.length === 2)
  expect(await busy()).toBeGreaterThanOrEqual(128)
})

test('answers that are no success are tried again: a redirect, an error, a broken connection', async () => {
  const clock = await start()
  const odd = await receiver()
  await listenWith(odd)
  odd.react((response) => response.writeHead(302, { location: odd.url }).end())
  await happen(1)
  await untilStates('pending 1')
  odd.react((response) => response.destroy())
  await toNextAttempt(clock)
  await untilStates('pending 2')
  odd.react((response) => response.writeHead(201).end('x'.repeat(200_000)))
  await toNextAttempt(clock)
  await untilStates('delivered 3')
  expect(odd.received.map(({ headers }) => headers['webhook-id'])).toEqual(['1', '1', '1'])
  const [event] = (await server.api('GET', '/dashboard/events')).body
  const webhook_id = 1
  const at = expect.any(String)
  expect(event.deliveries).toEqual([
    { webhook_id, attempt: 1, at, status: 302, error: null, next_at: at },
    { webhook_id, attempt: 2, at, status: null, error: 'broken_off', next_at: at },
    { webhook_id, attempt: 3, at, status: 201, error: null, next_at: null },
  ])
  expect((await server.api('GET', '/dashboard/events?webhook_id=1')).body).toHaveLength(1)
  expect((await server.api('GET', '/dashboard/events?webhook_id=2')).body).toEqual([])
})

test('for a day after a new secret the old one signs too', async () => {
  const clock = await start()
  const one = await receiver()
  const { id, secret } = await listenWith(one)
  const { body } = await server.api('PUT', `${hooks()}/${id}`, { rotate_secret: true })
  expect(body.secret).toMatch(/^whsec_/)
  expect(body.secret).not.toBe(secret)
  expect((await theHook()).secret).toBe(`whsec_…${body.secret.slice(-4)}`)
  const checks = async (contact: number) => {
    await happen(contact)
    await waitFor(() => one.received.length === contact)
    const { headers, body: bytes } = one.received[contact - 1] ?? expect.fail()
    const isGood = (each: string) =>
      verifyWebhook({ headers, body: bytes, secrets: [each], now: clock.now() }).ok
    return [isGood(secret), isGood(body.secret)]
  }
  expect(await checks(1)).toEqual([true, true])
  clock.advance(24 * hourMs)
  expect(await checks(2)).toEqual([false, true])
  const kept = await server.service.db.selectFrom('webhooks').select('secrets').executeTakeFirst()
  expect(kept?.secrets).not.toContain(secret.slice(6))
})

test('a replay sends what was delivered already, under the same id; a test sends one that is made up', async () => {
  await start()
  const one = await receiver()
  const { id } = await listenWith(one)
  await happen(1, 2)
  await untilStates('delivered 1', 'delivered 1')
  const replay = async (wish: object) =>
    (await server.api('POST', `${hooks()}/${id}/replay`, wish)).body
  expect(await replay({ event_ids: [2] })).toEqual({ queued: 1 })
  await waitFor(() => one.received.length === 3)
  expect(one.received[2]?.headers['webhook-id']).toBe('2')
  expect(await replay({ test: true })).toEqual({ queued: 1 })
  await waitFor(() => one.received.length === 4)
  expect(one.received[3]?.json).toEqual({ event: 'webhook.test', id: 3 })
  const problems = async (wish: object) =>
    (await replay(wish)).errors.map(({ field, code }: Record<string, string>) => `${field} ${code}`)
  expect(await problems({ event_ids: [1, 99] })).toEqual(['event_ids.1 unknown_id'])
  expect(await problems({})).toEqual(['event_ids required'])
  expect(await problems({ test: true, event_ids: [1] })).toEqual(['test not_together'])
  expect(await problems({ to: '2027-03-01T09:00:00Z' })).toEqual(['from required'])
})

test('where the operator has not allowed it, nothing is sent to addresses that are not public', async () => {
  await start({ settings: { allowsPrivateWebhooks: false } })
  const one = await receiver()
  const refused = await server.api('POST', hooks(), { url: one.url, events: ['contact.open'] })
  expect(refused.status).toBe(422)
  expect(refused.body.errors[0]).toMatchObject({ field: 'url', code: 'not_public' })
  const { id } = await listenWith({ url: 'https://hooks.example/' })
  const put = await server.api('PUT', `${hooks()}/${id}`, { url: 'https://10.0.0.1/' })
  expect(put.status).toBe(422)
  // It was allowed once, and the operator has changed their mind.
  await server.service.db.updateTable('webhooks').set({ url: one.url }).execute()
  await happen(1)
  await untilStates('pending 1')
  expect(one.received).toEqual([])
  const [event] = (await server.api('GET', '/dashboard/events')).body
  expect(event.deliveries[0]).toMatchObject({ status: null, error: 'not_public' })
})

test('a deleted webhook is told nothing more, and its history goes', async () => {
  await start()
  const one = await receiver()
  const { id } = await listenWith(one)
  await happen(1)
  await untilStates('delivered 1')
  expect((await server.api('DELETE', `${hooks()}/${id}`)).body).toEqual({ ok: true })
  expect((await server.api('GET', hooks())).body).toEqual([])
  await happen(2)
  await waitFor(async () => (await server.api('GET', '/dashboard/events')).body.length === 2)
  await sweepDeliveries(server.service.db)
  expect(await states()).toEqual([])
  expect((await server.api('GET', '/dashboard/events')).body[1].deliveries).toEqual([])
  expect(one.received).toHaveLength(1)
  expect((await server.api('DELETE', `${hooks()}/${id}`)).status).toBe(404)
})
