import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '../../src/contract/index.ts'
import { apiPrefix } from '../../src/service/app.ts'
import { subscriberXsid } from '../../src/service/subscription/subscriber-xsid.ts'
import { testClock } from '../support/clock.ts'
import { startService, type TestService } from '../support/service.ts'

const shop = 'https://shop.example'
const evil = 'https://evil.example'
const clock = testClock()
let server: TestService
let list: { id: number; publicId: string }
/** A list of another account, which another site may call. */
let theirs: { id: number; publicId: string }
beforeAll(async () => {
  server = await startService({ clock })
  list = await newList(server.api, { form_origins: [shop] })
  const other = await server.other()
  theirs = await newList(other.api, { form_origins: ['https://theirs.example'] })
})
afterAll(() => server.close())
// Ends the windows of the limits.
beforeEach(() => clock.advance(11 * 60_000))

type Api = (method: string, path: string, body?: unknown) => Promise<{ body: { id: number } }>

let made = 0
async function newList(api: Api, more: object) {
  const { body } = await api('POST', '/lists', { name: `list ${++made}`, ...more })
  const shown = await api('GET', `/lists/${body.id}`)
  return { id: body.id, publicId: (shown.body as unknown as { public_id: string }).public_id }
}

const xsidFor = (contactId: number, listId: number): string =>
  subscriberXsid(server.service.secrets.sids, { contactId, listId, campaignId: null })

let contacts = 0
async function newXsid(listId = list.id): Promise<string> {
  const email = `c${++contacts}@example.org`
  const { body } = await server.api('POST', `/lists/${listId}/contacts`, { email })
  return xsidFor(body.id, listId)
}

/** The five requests that a script of another site may send. */
const requestsOf = (xsid: string, list_id: string): [string, string, unknown?][] => [
  ['GET', `/subscription/${xsid}`],
  ['PUT', `/subscription/${xsid}`, { nombre: 'Eva' }],
  ['DELETE', `/subscription/${xsid}`],
  ['POST', '/public/subscribe', { list_id, email: 'eva@example.org' }],
  ['POST', '/public/unsubscribe', { list_id, email: 'eva@example.org' }],
]

const send = (origin: string, method: string, path: string, body?: unknown) =>
  server.request(method, apiPrefix + path, body, { origin })

const preflight = (origin: string, method: string, path: string) =>
  server.request('OPTIONS', apiPrefix + path, undefined, {
    ...{ origin, 'access-control-request-method': method },
    'access-control-request-headers': 'content-type',
  })

const allowed = (answer: { headers: Headers }) => answer.headers.get('access-control-allow-origin')

test('a script of a site that the list names may read and change a subscription, and submit forms', async () => {
  for (const [method, path, body] of requestsOf(await newXsid(), list.publicId)) {
    const before = await preflight(shop, method, path)
    expect([method, path, before.status, allowed(before)]).toEqual([method, path, 204, shop])
    const { headers } = before
    expect(headers.get('access-control-allow-methods')?.split(', ')).toContain(method)
    expect(headers.get('access-control-allow-headers')).toMatch(/content-type/i)
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThanOrEqual(600)
    const answer = await send(shop, method, path, body)
    expect([method, path, answer.status, allowed(answer)]).toEqual([method, path, 200, shop])
    expect(answer.headers.get('vary')).toMatch(/\borigin\b/i)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  }
})

test('a script of another site gets neither a preflight nor an answer', async () => {
  for (const [method, path, body] of requestsOf(await newXsid(), list.publicId)) {
    const before = await preflight(evil, method, path)
    expect([method, path, before.status, allowed(before)]).toEqual([method, path, 405, null])
    const answer = await send(evil, method, path, body)
    expect([method, path, allowed(answer)]).toEqual([method, path, null])
    // A cache must not give this answer to a site that may read it.
    expect(answer.headers.get('vary')).toMatch(/\borigin\b/i)
  }
})

test('a site of one list cannot read the answers about another list', async () => {
  const xsid = await newXsid()
  const stranger = 'https://theirs.example'
  for (const [method, path, body] of requestsOf(xsid, list.publicId)) {
    expect([path, allowed(await send(stranger, method, path, body))]).toEqual([path, null])
  }
  expect(allowed(await preflight(stranger, 'PUT', `/subscription/${xsid}`))).toBeNull()
  // The list of a form stands in its body, which a preflight does not have.
  expect(allowed(await preflight(stranger, 'POST', '/public/subscribe'))).toBe(stranger)
  const body = { list_id: list.publicId, email: 'eva@example.org', xsid: xsidFor(1, theirs.id) }
  expect(allowed(await send(stranger, 'POST', '/public/subscribe', body))).toBeNull()
  const own = { list_id: theirs.publicId, email: 'eva@example.org' }
  expect(allowed(await send(stranger, 'POST', '/public/subscribe', own))).toBe(stranger)
})

test('a one-click unsubscribe is readable by a site of the list that its xsid names', async () => {
  const path = `/public/unsubscribe?subscriber=${await newXsid()}`
  expect(allowed(await send(shop, 'POST', path, {}))).toBe(shop)
  expect(allowed(await send('https://theirs.example', 'POST', path, {}))).toBeNull()
})

test('a script of a named site can read errors, also for a list or link that does not exist', async () => {
  const errors: [string, string, unknown, number][] = [
    ['POST', '/public/subscribe', { list_id: list.publicId, email: 'eva' }, 422],
    ['POST', '/public/subscribe', { list_id: 'unknown', email: 'eva@example.org' }, 404],
    ['POST', '/public/subscribe', '{', 400],
    ['GET', '/subscription/qqqqqqqq', undefined, 404],
  ]
  for (const [method, path, body, status] of errors) {
    const type = { 'content-type': 'application/json' }
    for (const [origin, expected] of [
      [shop, shop],
      [evil, null],
    ] as const) {
      const sent = { origin, ...(body !== undefined && type) }
      const answer = await server.request(method, apiPrefix + path, body, sent)
      const tried = [method, path, answer.status, allowed(answer)]
      expect(tried).toEqual([method, path, status, expected])
    }
  }
})

test('a script can read how long to wait after too many forms', async () => {
  const form = { list_id: list.publicId, email: 'eva@example.org' }
  let answer = await send(shop, 'POST', '/public/subscribe', form)
  for (let more = 0; more < 40 && answer.status === 200; more += 1) {
    answer = await send(shop, 'POST', '/public/subscribe', form)
  }
  expect([answer.status, allowed(answer)]).toEqual([429, shop])
  expect(answer.headers.get('access-control-expose-headers')).toMatch(/retry-after/i)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('no other route answers a script of another site, named or not', async () => {
  const open = new Set(requestsOf('', '').map(([method, path]) => `${method} ${path}`))
  let others = 0
  for (const { endpoint } of endpoints) {
    const path = endpoint.path.replace(/:\w+/g, '1')
    if (open.has(`${endpoint.method} ${endpoint.path.replace(':xsid', '')}`)) continue
    others += 1
    const before = await preflight(shop, endpoint.method, path)
    expect([path, before.status, allowed(before)]).toEqual([path, 405, null])
    expect(before.headers.get('allow')?.split(', ')).toContain(endpoint.method)
  }
  expect(others).toBe(endpoints.length - open.size)
  for (const path of ['/', '/health', '/f/x', '/s/qqqqqqqq', '/u/x', '/archive/1', '/v3/apix']) {
    for (const method of ['OPTIONS', 'GET']) {
      const asked = { origin: shop, 'access-control-request-method': 'GET' }
      const answer = await server.request(method, path, undefined, asked)
      expect([method, path, allowed(answer)]).toEqual([method, path, null])
      if (method === 'OPTIONS') expect(answer.status).toBe(404)
    }
  }
  const plain = await server.request('OPTIONS', `${apiPrefix}/public/subscribe`)
  expect([plain.status, plain.body.code, plain.headers.get('allow')]).toEqual([
    ...[405, 'method_not_allowed', 'POST'],
  ])
})

test('a form with a type that needs no preflight does no more for another site than for anyone', async () => {
  const form = `list_id=${list.publicId}&email=eva@example.org`
  const typed = (type: string) =>
    server.request('POST', `${apiPrefix}/public/subscribe`, form, {
      ...{ origin: evil, 'content-type': type },
    })
  expect((await typed('application/x-www-form-urlencoded')).body).toEqual({ success: true })
  for (const type of ['text/plain', 'multipart/form-data; boundary=x']) {
    expect([type, (await typed(type)).status]).toEqual([type, 415])
  }
})

test('any site may call if the list names `*` and its account allows that', async () => {
  const { body } = await server.api('POST', '/lists', { name: 'open', form_origins: ['*'] })
  expect(body.errors).toEqual([
    expect.objectContaining({ field: 'form_origins.0', code: 'any_origin_off' }),
  ])
  await server.api('PUT', '/users/me', { any_form_origin: true })
  expect((await server.api('GET', '/users/me')).body.any_form_origin).toBe(true)
  const open = await newList(server.api, { form_origins: ['*'] })
  const shown = await server.api('GET', `/lists/${open.id}`)
  expect(shown.body.form_origins).toEqual(['*'])
  const xsid = await newXsid(open.id)
  for (const [method, path, sent] of requestsOf(xsid, open.publicId)) {
    for (const origin of [evil, 'null']) {
      if (method === 'DELETE' && origin === evil) continue
      const before = await preflight(origin, method, path)
      expect([path, before.status, allowed(before)]).toEqual([path, 204, origin])
      const answer = await send(origin, method, path, sent)
      expect([path, answer.status, allowed(answer)]).toEqual([path, 200, origin])
    }
  }
  // Other lists of the account keep their own sites.
  const [, , form] = requestsOf(xsid, list.publicId)[3] ?? []
  expect(allowed(await send(evil, 'POST', '/public/subscribe', form))).toBeNull()
  // A page must not redirect or be framed everywhere.
  const redirect = `${evil}/x`
  const answer = await send(evil, 'POST', '/public/subscribe', {
    ...{ list_id: open.publicId, email: 'eva@example.org', redirect },
  })
  expect(answer.body).toEqual({ success: true })
  const { pathname } = new URL(shown.body.form_url)
  const page = await server.request('GET', pathname)
  expect(page.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/)
  await server.api('PUT', '/users/me', { any_form_origin: false })
  const later = await send(evil, 'GET', `/subscription/${await newXsid(open.id)}`)
  expect(allowed(later)).toBeNull()
  expect((await preflight(evil, 'POST', '/public/subscribe')).status).toBe(405)
})

test('a site that no list names any more gets no preflight', async () => {
  const site = 'https://once.example'
  const asked = () => preflight(site, 'POST', '/public/subscribe')
  const first = await newList(server.api, { form_origins: [site] })
  const second = await newList(server.api, { form_origins: [site] })
  expect((await asked()).status).toBe(204)
  await server.api('PUT', `/lists/${first.id}`, { form_origins: [] })
  expect((await asked()).status).toBe(204)
  await server.api('DELETE', `/lists/${second.id}`)
  expect((await asked()).status).toBe(405)
})
