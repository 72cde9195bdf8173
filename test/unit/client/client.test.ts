import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { auth } from '../../../src/contract/modules/auth.ts'
import { automations } from '../../../src/contract/modules/automations.ts'
import { campaigns } from '../../../src/contract/modules/campaigns.ts'
import { contacts } from '../../../src/contract/modules/contacts.ts'
import { lists } from '../../../src/contract/modules/lists.ts'
import { senders } from '../../../src/contract/modules/senders.ts'
import { subscription } from '../../../src/contract/modules/subscription.ts'
import { clientFor, failureOf, startForeign, token } from './start-client.ts'

const sender = { from_name: 'Ana', from_mail: 'ana@example.org' }
const campaign = { ...sender, camp_name: 'May', asunto: 'Hola', list_id: ['12'] }
const xsid = 'qwertsyuiosp'
const key = { idempotencyKey: 'k-1' }
const announcing = (features: string) => ({ headers: { 'api-features': features } })

test('a call sends the request in the specification', async () => {
  const server = await startForeign()
  const { client } = clientFor(server.url)
  const { data, status } = await client.call(senders.create, sender)
  expect(data).toEqual({ status: 'ok', spf: true, dkim: true })
  expect(status).toBe(200)
  expect(server.requests).toMatchObject([
    {
      target: '/v3/api/senders',
      body: JSON.stringify(sender),
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-language': 'es',
        'user-agent': 'remite/test',
      },
    },
  ])
})

test('a public route is called without the token', async () => {
  const server = await startForeign()
  const { client } = clientFor(server.url)
  const { data } = await client.call(subscription.get, { xsid })
  expect(data).toMatchObject({ email: 'eva@example.org' })
  expect(server.requests[0]?.headers.authorization).toBeUndefined()
})

test('unknown fields and shapes are kept', async () => {
  const server = await startForeign()
  server.respond('GET /senders', { body: { senders: [{ id: 'a7', colour: 'blue' }], total: 9 } })
  const { client } = clientFor(server.url)
  const { data } = await client.call(senders.list, {})
  expect(data).toEqual({ items: [{ id: 'a7', colour: 'blue' }], total: 9 })
})

test.each([
  [{ status: 204 }, {}],
  [{ headers: { 'content-type': 'text/plain' }, body: '{"ok":true}' }, { ok: true }],
  [{ body: 'queued' }, { message: 'queued' }],
])('%j counts as success', async (answer, data) => {
  const server = await startForeign()
  server.respond('POST /campaigns', answer)
  const { client } = clientFor(server.url)
  expect((await client.call(campaigns.create, campaign)).data).toEqual(data)
})

test('ok: false is a failure, whatever the status', async () => {
  const server = await startForeign()
  server.respond('POST /campaigns', { body: { ok: false, error: 'list is empty' } })
  const { client } = clientFor(server.url)
  const { code, details } = await failureOf(client.call(campaigns.create, campaign))
  expect(code).toBe('invalid')
  expect(details.server).toEqual({ status: 200, message: 'list is empty' })
})

test('an HTML page is not the API, and makes the outcome of a send unknown', async () => {
  const server = await startForeign()
  const page = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Log in' }
  server.respond('GET /senders', page)
  server.respond('POST /campaigns', page)
  server.respond('POST /auth/getToken', page)
  const { client } = clientFor(server.url)
  const codes = [
    await failureOf(client.call(senders.list, {})),
    await failureOf(client.call(auth.getToken, { username: 'ana', pass: 'x' })),
    await failureOf(client.call(campaigns.create, campaign)),
  ].map(({ code }) => code)
  expect(codes).toEqual(['not_the_api', 'not_the_api', 'outcome_unknown'])
})

test('the token is never sent to the target of a redirect', async () => {
  const server = await startForeign()
  const other = await startForeign()
  server.respond('GET /senders', {
    status: 307,
    headers: { location: `${other.url}/senders?next=1` },
  })
  const { client } = clientFor(server.url)
  const { code, details } = await failureOf(client.call(senders.list, {}))
  expect(code).toBe('redirected')
  expect(details.values).toEqual({ location: `${other.url}/senders` })
  expect(other.requests).toHaveLength(0)
})

test('no secret is in a URL or in the trace, even if the server repeats it', async () => {
  const server = await startForeign()
  server.respond('GET /senders', { body: { data: [], echo: `Bearer ${token}` } })
  const { client, trace } = clientFor(server.url)
  await client.call(auth.getToken, { username: 'ana', pass: 'hunter2' })
  await client.call(senders.verify, { from_mail: 'ana@example.org', code: '123456' })
  await client.call(campaigns.create, { ...campaign, html: '<p>private</p>' })
  await client.call(senders.list, {})
  const shown = trace.join('\n')
  expect(shown).toContain('> POST ')
  expect(shown).toContain('> content-type: application/json')
  expect(shown).toContain('"from_mail":"ana@example.org"')
  for (const secret of [token, 'hunter2', 'payload.signature', '123456', 'private']) {
    expect(shown).not.toContain(secret)
  }
  expect(server.requests.map(({ target }) => target).join()).not.toContain(token)
})

test.each([
  ['token', { token: 'two\nlines' }, {}],
  ['idempotency-key', {}, { idempotencyKey: 'é\r\nx: y' }],
])('a value that would break a header is refused: %s', async (field, settings, options) => {
  const server = await startForeign()
  const { client } = clientFor(server.url, settings)
  const { code, details } = await failureOf(client.call(senders.create, sender, options))
  expect(code).toBe('usage')
  expect(details.problems).toEqual([{ field, code: 'bad_pattern' }])
  expect(server.requests).toHaveLength(0)
})

test('429 is retried after the time that the server asks for', async () => {
  const server = await startForeign()
  server.respond('POST /campaigns', { status: 429, headers: { 'retry-after': '7' } }, { body: {} })
  const { client, waits } = clientFor(server.url)
  await client.call(campaigns.create, campaign)
  expect(waits).toEqual([7000])
})

test('a persistent 429 is reported with its retry time', async () => {
  const server = await startForeign()
  server.respond('GET /senders', { status: 429, headers: { 'retry-after': '7' } })
  const { client } = clientFor(server.url)
  const { code, details } = await failureOf(client.call(senders.list, {}))
  expect(code).toBe('rate_limited')
  expect(details.retryAfterSeconds).toBe(7)
  expect(server.requests).toHaveLength(3)
})

test('a read survives temporary server errors', async () => {
  const server = await startForeign()
  server.respond('GET /senders', { status: 500 }, 'hang up', { body: [] })
  const { client } = clientFor(server.url)
  expect((await client.call(senders.list, {})).data).toEqual({ items: [] })
})

test.each([
  ['hang up' as const],
  ['half' as const],
  ['silence' as const],
  [{ status: 500, body: { code: 'internal' } }],
  [{ status: 503 }],
])('a send that ends in %j is sent once, and its outcome is unknown', async (reaction) => {
  const server = await startForeign()
  server.respond('PUT /campaigns/8/send', reaction)
  const { client } = clientFor(server.url, { timeoutMs: 200 })
  const { code } = await failureOf(client.call(campaigns.send, { id: 8 }, key))
  expect(code).toBe('outcome_unknown')
  expect(server.requests).toHaveLength(1)
})

test('a send is retried with its key if the server supports keys', async () => {
  const server = await startForeign()
  const replayed = { headers: { 'idempotency-replayed': 'true' }, body: { ok: true } }
  server.respond('PUT /campaigns/8/send', 'hang up', replayed)
  const { client } = clientFor(server.url, { features: new Set(['idempotency']) })
  const { isRepeated } = await client.call(campaigns.send, { id: 8 }, key)
  expect(isRepeated).toBe(true)
  expect(server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['k-1', 'k-1'])
})

test('an error response that announces the feature is sufficient', async () => {
  const server = await startForeign()
  server.respond(
    'PUT /campaigns/8/send',
    { status: 500, ...announcing('idempotency') },
    { body: {} },
  )
  const { client } = clientFor(server.url)
  await client.call(campaigns.send, { id: 8 }, key)
  expect(server.requests).toHaveLength(2)
})

test('a key does not allow retries on a route that ignores it', async () => {
  const server = await startForeign()
  server.respond('DELETE /lists/1/contacts/2', 'hang up')
  const { client } = clientFor(server.url, { features: new Set(['idempotency']) })
  const lost = client.call(contacts.remove, { id: 1, contact: '2' }, key)
  expect((await failureOf(lost)).code).toBe('outcome_unknown')
  expect(server.requests).toHaveLength(1)
})

test('a send to an unreachable server did nothing', async () => {
  const server = await startForeign()
  await server.close()
  const { client } = clientFor(server.url)
  const { code, details } = await failureOf(client.call(campaigns.send, { id: 8 }, key))
  expect(code).toBe('network')
  expect(details.values).toEqual({
    host: new URL(server.url).host,
    reason: 'ECONNREFUSED',
    cause: 'refused',
  })
})

test('503 with Retry-After means that a send was not done', async () => {
  const server = await startForeign()
  server.respond('PUT /campaigns/8/send', { status: 503, headers: { 'retry-after': '9' } })
  const { client } = clientFor(server.url)
  const { code, details } = await failureOf(client.call(campaigns.send, { id: 8 }))
  expect([code, details.retryAfterSeconds]).toEqual(['unavailable', 9])
  expect(server.requests).toHaveLength(1)
})

test.each([
  [
    'no code, a route that is not shown',
    campaigns.get,
    { status: 404, body: 'nope' },
    'not_offered',
  ],
  [
    'a code, a route that is not shown',
    campaigns.get,
    { status: 404, body: { code: 'gone_fishing' } },
    'not_found',
  ],
  ['no code, a shown route', campaigns.stats, { status: 404, body: '<h1>' }, 'not_found'],
  [
    'no such route',
    campaigns.stats,
    { status: 404, body: { code: 'no_such_route' } },
    'not_offered',
  ],
  ['wrong method', campaigns.stats, { status: 405 }, 'not_offered'],
  ['not built', campaigns.stats, { status: 501, body: { code: 'x' } }, 'not_offered'],
])('404 and its kin: %s', async (_, endpoint, answer, expected) => {
  const server = await startForeign()
  server.respond(`GET ${endpoint.path.replace(':id', '8')}`, answer)
  const { client } = clientFor(server.url)
  const { code, details } = await failureOf(client.call(endpoint, { id: 8 }))
  expect(code).toBe(expected)
  if (code === 'not_offered') expect(details.values).toEqual({ what: `GET ${endpoint.path}` })
})

test('a login without an API at the URL asks for the right URL', async () => {
  const server = await startForeign()
  const { client } = clientFor(server.origin)
  const login = client.call(auth.getToken, { username: 'ana', pass: 'x' })
  const { code, details } = await failureOf(login)
  expect([code, details.values]).toEqual(['not_the_api', { url: `${server.origin}/auth/getToken` }])
})

test.each([
  [401, {}, 'unauthorized'],
  [401, { code: 'token_revoked' }, 'token_revoked'],
  [403, { code: 'internal' }, 'forbidden'],
  [403, { code: 'usage' }, 'forbidden'],
  [400, { error: 'odd' }, 'invalid'],
  [409, { code: 'wrong_state' }, 'wrong_state'],
  [409, { code: 'E9' }, 'conflict'],
  [418, {}, 'invalid'],
  [500, { code: 'internal' }, 'unavailable'],
])('%i with %j is %s, and the server’s own code is kept', async (status, body, expected) => {
  const server = await startForeign()
  server.respond('GET /senders', { status, headers: { 'x-request-id': 'r-9' }, body })
  const { client } = clientFor(server.url, { retries: 0 })
  const { code, details } = await failureOf(client.call(senders.list, {}))
  const own = 'code' in body ? body.code : 'error' in body ? body.error : undefined
  expect(code).toBe(expected)
  expect(details.server).toMatchObject({ status, requestId: 'r-9' })
  expect(details.server?.code).toBe(own)
})

test('410 of a subscription means unsubscribed, of anything else not found', async () => {
  const server = await startForeign()
  server.respond(`GET /subscription/${xsid}`, { status: 410 })
  server.respond('GET /campaigns/8/stats', { status: 410 })
  const { client } = clientFor(server.url)
  expect((await failureOf(client.call(subscription.get, { xsid }))).code).toBe('unsubscribed')
  expect((await failureOf(client.call(campaigns.stats, { id: 8 }))).code).toBe('not_found')
})

test('a draft never goes to a server that would send it at once', async () => {
  const server = await startForeign()
  const heard: string[][] = []
  const { client } = clientFor(server.url, { onFeatures: (found) => heard.push([...found]) })
  const created = client.call(campaigns.create, { ...campaign, draft: true })
  const { code, details } = await failureOf(created)
  expect([code, details.values]).toEqual(['not_offered', { feature: 'draft', what: 'draft' }])
  expect(server.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
    'GET /v3/api/campaigns?limit=1',
  ])
  expect(heard).toEqual([[]])
})

test('a server is asked for its features once', async () => {
  const server = await startForeign()
  server.respond('GET /campaigns', { ...announcing('draft, schedule'), body: [] })
  server.respond('POST /campaigns', { ...announcing('schedule,draft'), body: { ok: true } })
  const heard: string[][] = []
  const { client } = clientFor(server.url, { onFeatures: (found) => heard.push([...found]) })
  await client.call(campaigns.create, { ...campaign, draft: true })
  await client.call(campaigns.create, { ...campaign, draft: true })
  expect(heard).toEqual([['draft', 'schedule']])
  expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST'])
})

test('features from an earlier run are used without asking', async () => {
  const server = await startForeign()
  server.respond('POST /campaigns', { ...announcing('draft'), body: { ok: true } })
  const heard: unknown[] = []
  const { client } = clientFor(server.url, {
    features: new Set(['draft']),
    onFeatures: (found) => heard.push(found),
  })
  await client.call(campaigns.create, { ...campaign, draft: true })
  expect(server.requests).toHaveLength(1)
  expect(heard).toEqual([])
})

test('many contacts require the batch feature, one contact does not', async () => {
  const server = await startForeign()
  const { client } = clientFor(server.url)
  const eva = { email: 'eva@example.org' }
  await client.call(contacts.add, { id: 1, ...eva })
  const { code } = await failureOf(client.call(contacts.add, { id: 1, contacts: [eva] }))
  expect(code).toBe('not_offered')
  expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a server may not offer a whole route', async () => {
  const server = await startForeign()
  const { client } = clientFor(server.url)
  const schedule = { id: 8, scheduled_at: '2027-03-28T09:00:00Z', timezone: 'UTC' }
  const { details } = await failureOf(client.call(campaigns.schedule, schedule))
  expect(details.values).toEqual({ feature: 'schedule', what: 'PUT /campaigns/:id/schedule' })
  expect(server.requests.some(({ method }) => method === 'PUT')).toBe(false)
})

test('nothing is sent if the features of the server are unknown', async () => {
  const server = await startForeign()
  server.respond('GET /campaigns', { status: 401 })
  const { client } = clientFor(server.url)
  const created = client.call(campaigns.create, { ...campaign, draft: true })
  expect((await failureOf(created)).code).toBe('unauthorized')
  expect(server.requests.map(({ method }) => method)).toEqual(['GET'])
})

test('a file is sent as a stream, and only once', async () => {
  const server = await startForeign()
  server.respond('POST /lists/1/import', { status: 429 })
  const { client } = clientFor(server.url)
  const file = { stream: Readable.from(['email\neva@example.org\n']), type: 'text/csv' }
  const { code } = await failureOf(client.call(lists.import, { id: 1, mode: 'skip' }, { file }))
  expect(code).toBe('rate_limited')
  expect(server.requests).toMatchObject([
    {
      target: '/v3/api/lists/1/import?mode=skip',
      body: 'email\neva@example.org\n',
      headers: { 'content-type': 'text/csv' },
    },
  ])
})

test('a download is a stream of the requested type', async () => {
  const server = await startForeign()
  server.respond('GET /lists/1/contacts', ({ headers }) =>
    headers.accept === 'text/csv'
      ? { headers: { 'content-type': 'text/csv' }, body: 'email\n' }
      : { status: 406 },
  )
  const { client } = clientFor(server.url)
  expect(await text((await client.download(contacts.list, { id: 1 })).data)).toBe('email\n')
})

test('JSON instead of a requested table is not passed on', async () => {
  const server = await startForeign()
  server.respond('GET /lists/1/contacts', { body: [{ email: 'eva@example.org' }] })
  const { client } = clientFor(server.url)
  const { code, details } = await failureOf(client.download(contacts.list, { id: 1 }))
  expect([code, details.values]).toEqual(['not_offered', { what: 'text/csv' }])
})

test('a path outside the contract is requested unchanged', async () => {
  const server = await startForeign()
  server.respond('POST /extras', ({ body }) => ({ body: `got ${body}` }))
  const { client } = clientFor(server.url)
  const asked = client.raw({ method: 'POST', path: '/extras', query: { a: 1 }, body: { b: 2 } })
  expect((await asked).data).toBe('got {"b":2}')
  expect(server.requests[0]?.target).toBe('/v3/api/extras?a=1')
})

test('an abort ends the wait between two attempts', async () => {
  const server = await startForeign()
  server.respond('GET /automations', { status: 429 })
  const stop = new AbortController()
  const { client } = clientFor(server.url, {
    clock: { now: () => 0, sleep: async () => stop.abort() },
  })
  const asked = client.call(automations.list, {}, { signal: stop.signal })
  expect((await failureOf(asked)).code).toBe('interrupted')
  expect(server.requests).toHaveLength(1)
})
