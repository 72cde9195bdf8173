import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  answerConsent,
  authorizationUrl,
  consentTo,
  exchangeCode,
  openConsent,
  registerTestClient,
} from '../support/access/oauth.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService({ trustedProxies: 1 })
})
afterAll(() => server.close())

const countOf = async (table: 'oauth_grants' | 'oauth_tokens') =>
  (await server.service.db.selectFrom(table).select('id').execute()).length

test('the page names the assistant and where the answer goes, in both languages', async () => {
  const client = await registerTestClient(server, { client_name: 'Claude' })
  const url = authorizationUrl(server, client)
  const expected = {
    en: ['Connect an assistant', 'a program on this computer (127.0.0.1:4321)', 'Prepare', 'Allow'],
    es: [
      'Conectar un asistente',
      'un programa de este equipo (127.0.0.1:4321)',
      'Preparar',
      'Permitir',
    ],
  }
  for (const [language, texts] of Object.entries(expected)) {
    const { status, body, headers } = await openConsent(server, url, language)
    expect(status).toBe(200)
    for (const text of [...texts, '<bdi>Claude</bdi>']) expect(body).toContain(text)
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' http://127.0.0.1:4321;")
    expect(headers.get('cache-control')).toBe('no-store')
  }
})

test('a hostile name stays a name', async () => {
  const names: [given: string, shown: string][] = [
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['\u202eedualC\u2069\u200b', 'edualC'],
    ['Claude"\n\t onload="x', 'Claude&quot; onload=&quot;x'],
    [`${'\u{1f600}'.repeat(100)}`, '\u{1f600}'.repeat(60)],
    ['שלום', 'שלום'],
    ['', 'without a name'],
    ['\u0007\u001b[31mred', 'red'],
  ]
  for (const [client_name, shown] of names) {
    const client = await registerTestClient(server, { client_name })
    const { body } = await openConsent(server, authorizationUrl(server, client))
    expect(body).toContain(`<bdi>${shown}</bdi>`)
  }
})

test('a registration needs redirect URIs that lead to a program or a site', async () => {
  const refused = [
    ...['http://shop.example/cb', 'javascript:alert(1)', 'data:text/html,x', 'ftp://a.example/'],
    ...['https://a.example/#x', 'https://user@a.example/', '/relative', 'https://a.example/\n'],
    ...[
      'file:///etc/passwd',
      'app:opaque',
      'https://a.example/ b',
      `https://a.example/${'x'.repeat(600)}`,
    ],
  ]
  for (const uri of refused) {
    const { status, body } = await server.request('POST', '/oauth/register', {
      redirect_uris: [uri],
    })
    expect([uri, status, body.error]).toEqual([uri, 400, 'invalid_redirect_uri'])
  }
  const wrong = [{}, [], { redirect_uris: [] }, { redirect_uris: 'https://a.example/' }]
  for (const body of wrong) {
    expect((await server.request('POST', '/oauth/register', body)).status).toBe(400)
  }
  const many = Array.from({ length: 20 }, (_, at) => `https://a.example/${'x'.repeat(200)}${at}`)
  const long = await server.request('POST', '/oauth/register', { redirect_uris: many })
  expect(long.body.error).toBe('invalid_client_metadata')
  const native = ['https://a.example/cb?a=b', 'http://[::1]/cb', 'cursor://anysphere/callback']
  for (const uri of native) {
    const client = await registerTestClient(server, { redirect_uris: [uri] })
    const { headers } = await openConsent(server, authorizationUrl(server, client))
    expect(headers.get('content-security-policy')).toMatch(
      /form-action 'self' (https:\/\/a\.example|http:|cursor:);/,
    )
  }
})

test('a redirect URI is one that was registered, but for the port of loopback', async () => {
  const redirect_uris = ['https://a.example/cb', 'http://127.0.0.1/cb', 'http://localhost:1/cb']
  const client = await registerTestClient(server, { redirect_uris })
  const openWith = async (redirect_uri: string | undefined) =>
    (await openConsent(server, authorizationUrl(server, client, { redirect_uri }))).status
  for (const uri of [...redirect_uris, 'http://127.0.0.1:50123/cb', 'http://localhost:50123/cb']) {
    expect([uri, await openWith(uri)]).toEqual([uri, 200])
  }
  const wrong = [
    ...['https://a.example/cb/', 'https://a.example/cb?x', 'https://a.example:8443/cb'],
    ...['https://b.example/cb', 'https://a.example.b.example/cb', 'http://127.0.0.1:5/other'],
    ...[
      'http://127.0.0.1@b.example/cb',
      'http://127.0.0.1.b.example/cb',
      'http://[::1]:5/cb',
      undefined,
    ],
  ]
  for (const uri of wrong) expect([uri, await openWith(uri)]).toEqual([uri, 400])
})

test('nothing redirects unless the user has answered the form', async () => {
  const client = await registerTestClient(server, { redirect_uris: ['https://a.example/cb'] })
  const changes: Record<string, string | undefined>[] = [
    { response_type: 'token' },
    { code_challenge: undefined },
    { code_challenge_method: 'plain' },
    { resource: 'https://elsewhere.example/mcp' },
    { scope: 'nothing-known' },
  ]
  for (const change of changes) {
    const url = authorizationUrl(server, client, change)
    for (const { status, body } of [
      await openConsent(server, url),
      await answerConsent(server, url),
    ]) {
      expect([change, status]).toEqual([change, 400])
      // A link leads back to the client, with the error and our name.
      expect(body).toMatch(
        /href="https:\/\/a\.example\/cb\?error=\w+&amp;state=state-1&amp;iss=http/,
      )
    }
  }
  for (const client_id of ['unknown', `${client.id}x`, 'app.e30.AAAA', '']) {
    const { status, body } = await openConsent(
      server,
      authorizationUrl(server, client, { client_id }),
    )
    expect(status).toBe(400)
    expect(body).not.toContain('a.example')
  }
})

test('only our own page can send the form', async () => {
  const client = await registerTestClient(server)
  const url = authorizationUrl(server, client)
  for (const origin of ['https://elsewhere.example', 'null', '']) {
    for (const answer of ['allow', 'deny']) {
      const { status } = await answerConsent(server, url, { answer, headers: { origin } })
      expect([origin, status]).toEqual([origin, 403])
    }
  }
})

test('Cancel leads back to the assistant without a code', async () => {
  const client = await registerTestClient(server)
  const answer = await consentTo(server, authorizationUrl(server, client), { answer: 'deny' })
  expect(answer).toEqual({ error: 'access_denied', state: 'state-1', iss: server.origin })
})

test('a form that is sent twice gives one code, and none after it was used', async () => {
  const client = await registerTestClient(server)
  const url = authorizationUrl(server, client)
  const { form } = await openConsent(server, url)
  const before = await countOf('oauth_grants')
  const answers = await Promise.all([1, 2, 3].map(() => consentTo(server, url, { form })))
  expect(new Set(answers.map(({ code }) => code)).size).toBe(1)
  expect(await countOf('oauth_grants')).toBe(before + 1)
  const { status } = await exchangeCode(server, client, answers[0]?.code ?? '')
  expect(status).toBe(200)
  const late = await answerConsent(server, url, { form })
  expect(late.status).toBe(400)
  expect(late.headers.get('location')).toBeNull()
  expect(late.body).toContain('already used')
})

test('a wrong password asks again, keeps what was chosen, and counts as a failed login', async () => {
  const client = await registerTestClient(server)
  const url = authorizationUrl(server, client)
  const guess = (ip: string) =>
    answerConsent(server, url, {
      ...{ username: 'nobody "x"', pass: 'wrong', level: 'act' },
      headers: { 'x-forwarded-for': ip },
    })
  const { status, body } = await guess('192.0.2.1')
  expect(status).toBe(401)
  expect(body).toContain('role="alert"')
  expect(body).toContain('value="nobody &quot;x&quot;"')
  expect(body).toMatch(/value="act" checked/)
  expect(body).not.toContain('wrong"')
  // The limits of a login count both, so neither gives more attempts.
  const { db } = server.service
  const counters = await db.selectFrom('counters').select(['key', 'count']).execute()
  expect(counters).toContainEqual({ key: 'getToken ip 192.0.2.1', count: 1 })
  const now = server.service.clock.now()
  await db
    .updateTable('counters')
    .set({ count: 1000, window_start: now - (now % 900_000) })
    .where('key', '=', 'getToken ip 192.0.2.1')
    .execute()
  expect((await guess('192.0.2.1')).status).toBe(429)
})

test('a flood of registrations stores nothing and is limited by network', async () => {
  const tables = ['oauth_grants', 'oauth_tokens'] as const
  const before = await Promise.all(tables.map(countOf))
  const { db } = server.service
  const counters = async () =>
    (await db.selectFrom('counters').select('key').execute()).map(({ key }) => key)
  const known = await counters()
  for (let at = 0; at < 40; at++) await registerTestClient(server, { client_name: `n ${at}` })
  expect(await Promise.all(tables.map(countOf))).toEqual(before)
  // Workers may count mail meanwhile, and logins of the tests before may end.
  const added = (await counters()).filter((key) => !known.includes(key))
  expect(added.filter((key) => !/^(?:mail|getToken) /.test(key))).toEqual([])
  const { headers } = await server.request('POST', '/oauth/register', {})
  expect(headers.get('ratelimit-policy')).toBe('"page";q=1200;w=60')
})
