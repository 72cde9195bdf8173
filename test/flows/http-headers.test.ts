import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '../../src/contract/index.ts'
import { apiPrefix } from '../../src/service/app.ts'
import { openToken } from '../../src/service/tracking/token.ts'
import { addList } from '../support/campaign-fixtures.ts'
import { headOf, openRaw } from '../support/http/raw-connection.ts'
import { startService, type TestService } from '../support/service.ts'

const publicUrl = 'https://mail.tienda.example/remite'

let server: TestService
let host: string
beforeAll(async () => {
  server = await startService({ settings: { publicUrl } })
  host = new URL(server.origin).host
  for (let n = 0; n < 3; n += 1) await addList(server, [])
})
afterAll(() => server.close())

/** Sends headers that `fetch` does not allow. */
const ask = (method: string, path: string, headers: OutgoingHttpHeaders) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    httpRequest(server.origin + path, { method, headers }, (response) => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, headers: response.headers })
    })
      .on('error', reject)
      .end()
  })

describe('the Host header', () => {
  test.each([
    ...[
      'a b',
      'a/b',
      'a?b',
      'a#b',
      'a@b',
      'a\\b',
      '[',
      '[::1',
      'a:b',
      'a:999999',
      'a:1:2',
      '<a>',
      '%',
    ],
    ...['a,b', 'a;b', "a'b", 'a"b'],
  ])('%j is refused', async (name) => {
    for (const path of [`${apiPrefix}/lists?limit=1`, '/u/x', '/nowhere', '/o/x', '/mcp']) {
      const { status } = await ask('GET', path, {
        ...{ host: name, authorization: `Bearer ${server.token}` },
      })
      expect([path, status]).toEqual([path, 400])
    }
  })

  test.each(['mail.example', 'MAIL.example:8080', '[::1]:80', '127.0.0.1', 'a_b.example', ''])(
    '%j is accepted, and appears in no answer',
    async (name) => {
      const { status, headers } = await ask('GET', `${apiPrefix}/lists?limit=1`, {
        ...{ host: name, authorization: `Bearer ${server.token}` },
      })
      expect(status).toBe(200)
      expect(headers.link).toMatch(/^<https:\/\/mail\.tienda\.example\/remite\/v3\/api\/lists\?/)
    },
  )

  test('does not matter for a request that names its origin itself', async () => {
    for (const origin of ['http://evil.example', 'http://[', 'http://a b']) {
      const raw = openRaw(server.origin)
      const authorization = `Bearer ${server.token}`
      raw.send(headOf('GET', `${origin}${apiPrefix}/lists?limit=1`, { authorization }))
      const { status, head } = await raw.answer()
      raw.destroy()
      expect(status).toBeLessThan(500)
      expect(head).not.toContain('evil.example')
    }
  })
})

test('no answer of the API is stored by a cache or read as another type', async () => {
  const missing: string[] = []
  for (const route of endpoints) {
    const path = route.endpoint.path.replace(/:\w+/g, '1')
    for (const authorization of [`Bearer ${server.token}`, '']) {
      // Without a body, so that most of them do nothing.
      const isLast = route.endpoint.method === 'DELETE' || route.id === 'auth.logout'
      if (isLast && authorization !== '') continue
      const { headers } = await server.request(route.endpoint.method, apiPrefix + path, undefined, {
        ...(authorization !== '' && { authorization }),
      })
      const isSafe =
        headers.get('cache-control') === 'no-store' &&
        headers.get('x-content-type-options') === 'nosniff'
      if (!isSafe) missing.push(`${route.id} ${authorization === '' ? 'without a session' : ''}`)
    }
  }
  for (const path of ['/nowhere', `${apiPrefix}/nowhere`, '/mcp']) {
    const { headers } = await server.request('GET', path)
    if (headers.get('cache-control') !== 'no-store') missing.push(path)
  }
  expect(missing).toEqual([])
})

test('every page has its security headers', async () => {
  const pages = ['/u/x', '/s/x', '/f/x', '/optin/x', '/signup/x', '/senders/verify/x', '/w/x']
  for (const path of [...pages, '/archive/1', '/archive/1/x', '/sandbox/mail', '/sandbox/mail/1']) {
    const { headers } = await server.request('GET', path, undefined, { accept: 'text/html' })
    expect([path, headers.get('content-type')]).toEqual([path, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'; .*form-action .*frame-ancestors '(none|self)'/,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toMatch(/^(same-origin|no-referrer)$/)
    expect(headers.get('cache-control')).toMatch(/^no-(store|cache)/)
  }
  const pixel = `/o/${openToken({ campaign: 1, recipient: 1 }, server.service.secrets.mac)}`
  for (const path of [pixel, '/c/x', '/sandbox/inbox']) {
    const { headers } = await server.request('GET', path)
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
    expect([path, headers.get('cache-control')]).toEqual([path, 'no-store'])
  }
})

describe('the sandbox', () => {
  const port = () => host.split(':')[1]
  const others = () => [
    { origin: 'http://localhost:3000' },
    { origin: 'http://127.0.0.1:3000' },
    { origin: `http://127.0.0.2:${port()}` },
    // Its own page under another name is another origin.
    { origin: `http://localhost:${port()}` },
    { origin: 'http://[::1]:3000' },
    { origin: 'http://localhost' },
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
  ]

  test.each(['/sandbox/inbox/clear', '/sandbox/mail'])(
    'accepts no form of another site at %s',
    async (path) => {
      for (const headers of others()) {
        const { status } = await ask('POST', path, { host, ...headers })
        expect([headers, status]).toEqual([headers, 403])
      }
      const own = { origin: server.origin, 'sec-fetch-site': 'same-origin' }
      expect((await ask('POST', path, { host, ...own })).status).toBeLessThan(400)
      expect((await ask('POST', path, { host })).status).toBeLessThan(400)
    },
  )

  test('shows its mail to no other site, and opens from a link', async () => {
    for (const path of ['/sandbox/inbox', '/sandbox/mail']) {
      for (const headers of others().filter(({ origin }) => origin !== undefined)) {
        expect((await ask('GET', path, { host, ...headers })).status).toBe(403)
      }
      const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
      expect((await ask('GET', path, { host, ...link })).status).toBe(200)
    }
  })
})

describe('the sites of a form', () => {
  test.each([
    'https://a.example;script-src *',
    'https://a.example;sandbox',
    'https://a.example,https://b.example',
    'https://a,b.example',
    "https://a'b.example",
    'https://*.example',
    'https://*',
    'https://a.example$',
    'https://a.example&b',
    'https://a(b.example',
    'https://user@a.example',
    'https://a.example/path',
    'https://a.example?b',
    'ftp://a.example',
    'null',
  ])('cannot be %j', async (site) => {
    const made = await server.api('POST', '/lists', { name: 'Tienda', form_origins: [site] })
    expect([made.status, made.body.errors]).toEqual([
      422,
      [expect.objectContaining({ field: 'form_origins.0', code: 'bad_origin' })],
    ])
  })

  test('are origins, in their normal form', async () => {
    const form_origins = [
      ...['https://Tienda.example/', 'https://tienda.example:443', 'http://localhost:3000'],
      ...['https://münchen.example', 'https://a_b.example', 'http://[::1]:80', 'http://10.0.0.1'],
    ]
    const { body } = await server.api('POST', '/lists', { name: 'Tienda', form_origins })
    const { body: list } = await server.api('GET', `/lists/${body.id}`)
    expect(list.form_origins).toEqual([
      ...['https://tienda.example', 'http://localhost:3000', 'https://xn--mnchen-3ya.example'],
      ...['https://a_b.example', 'http://[::1]', 'http://10.0.0.1'],
    ])
  })

  test('that an older version stored do not change the policy of the page', async () => {
    const { body } = await server.api('POST', '/lists', { name: 'Tienda antigua' })
    const sites = JSON.stringify(['https://a.example;sandbox', 'https://b.example', 'https://*'])
    await server.service.db
      .updateTable('lists')
      .set({ form_origins: sites })
      .where('id', '=', body.id)
      .execute()
    const { body: list } = await server.api('GET', `/lists/${body.id}`)
    expect(list.form_origins).toEqual(['https://b.example'])
    const path = new URL(list.form_url).pathname.replace('/remite', '')
    const { status, headers } = await server.request('GET', path)
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors https:\/\/b\.example$/)
  })
})
