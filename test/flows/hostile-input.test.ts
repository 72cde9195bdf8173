import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints, type NamedEndpoint } from '../../src/contract/index.ts'
import { apiPrefix } from '../../src/service/app.ts'
import {
  bodyFields,
  hostileValues,
  postField,
  type RawOptions,
  type RawResponse,
  type RawTarget,
  routesWithBody,
  startRawTarget,
} from '../support/access/raw-requests.ts'
import { requestOf } from '../support/access/route-requests.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'

let target: RawTarget
let server: RawTarget['server']
let account: RawTarget['account']
let post: RawTarget['post']
beforeAll(async () => {
  target = await startRawTarget()
  ;({ server, account, post } = target)
})
afterAll(() => server.close())

/** These routes ignore unknown fields, as the specification requires. */
const isOpen = ({ noun }: NamedEndpoint) => noun === 'subscription' || noun === 'public'

const isProblem = ({ status, kind }: RawResponse) =>
  status >= 400 && status < 500 && kind.startsWith('application/problem+json')

/** Sends a body to every route that takes one. Returns the routes that did not respond with a problem. */
async function acceptingRoutes(
  body: (route: NamedEndpoint) => string | Buffer,
  options: RawOptions = {},
  routes = routesWithBody,
): Promise<string[]> {
  const taken: string[] = []
  for (const route of routes) {
    const answer = await post(route, body(route), options)
    const isFine = isOpen(route) && answer.status < 400
    if (!isProblem(answer) && !isFine) taken.push(`${route.id}: ${answer.status} ${answer.text}`)
  }
  return taken
}

const deep = 100_000
const arrays = '['.repeat(deep) + ']'.repeat(deep)
const objects = `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`

const hostile: [what: string, body: string | Buffer][] = [
  ['arrays 100,000 deep', arrays],
  ['objects 100,000 deep', objects],
  ['arrays 100,000 deep in a field', `{"name":${arrays}}`],
  ['objects 100,000 deep in a field', `{"conditions":${objects}}`],
  ['an array where an object belongs', '[]'],
  ['a text where an object belongs', '"name"'],
  ['a number where an object belongs', '1e999'],
  ['a name twice', '{"name":"a","name":"b"}'],
  ['a name twice, once escaped', String.raw`{"name":"a","n\u0061me":"b"}`],
  ['a name twice, deep inside', '{"x":[{"y":{"a":"\\":", "a" :2}}]}'],
  ['__proto__', '{"__proto__":{"role":"Admin"}}'],
  ['__proto__, escaped', String.raw`{"\u005f_proto__":{"role":"Admin"}}`],
  ['a constructor with a prototype', '{"constructor":{"prototype":{"role":"Admin"}}}'],
  ['names of what objects inherit', '{"toString":1,"hasOwnProperty":2,"valueOf":3}'],
  ['half a surrogate pair', String.raw`{"name":"\ud800"}`],
  ['half a surrogate pair as a name', String.raw`{"\udfff":1}`],
  ['NUL in a value', String.raw`{"name":"a\u0000b"}`],
  ['NUL in a name', String.raw`{"a\u0000b":1}`],
  ['a raw NUL', '{"name":"a\0b"}'],
  ['JSON that stops', '{"name":"a'],
  ['JSON that stops behind a comma', '{"name":"a",'],
  ['two values', '{}{}'],
  ['a comment', '{/**/}'],
  ['a trailing comma', '{"name":"a",}'],
  ['NaN', '{"name":NaN}'],
  ['no bytes', ''],
  ['bytes that are no UTF-8', Buffer.from('{"name":"\xff\xfe"}', 'latin1')],
  ['an overlong encoding', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
  ['UTF-16', Buffer.from('{"name":"a"}', 'utf16le')],
  ['a number that is too large for one', '{"limit":1e400,"id":1e400,"name":1e400}'],
]

test.each(hostile)('every route with a body refuses %s', async (_, body) => {
  expect(await acceptingRoutes(() => body)).toEqual([])
})

test('a valid body after a byte order mark is accepted', async () => {
  const route = endpoints.filter(({ id }) => id === 'lists.create')
  expect(await acceptingRoutes(() => '\uFEFF{"name":"marked"}', {}, route)).toEqual([
    expect.stringMatching(/^lists\.create: 200/),
  ])
})

test('10 MB of text are refused, and larger bodies by their length', async () => {
  const text = JSON.stringify({ name: 'x'.repeat(10 * 1024 * 1024) })
  // One of each kind of body, and one that anybody may send to.
  const some = [
    'lists.create',
    'contacts.add',
    'campaigns.create',
    'segments.create',
    'auth.getToken',
  ]
  const routes = routesWithBody.filter(({ id }) => some.includes(id))
  expect(await acceptingRoutes(() => text, {}, routes)).toEqual([])
  const many = JSON.stringify({ name: 'x'.repeat(17 * 1024 * 1024) })
  const [one] = routesWithBody.filter(({ id }) => id === 'lists.create')
  expect((await post(one as NamedEndpoint, many)).status).toBe(413)
})

test.each([
  'text/plain',
  'application/xml',
  'text/html',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'application/jsonx',
  'nonsense',
  '',
])('JSON that comes as %j is not read', async (type) => {
  const taken = await acceptingRoutes(() => Buffer.from('{"name":"a"}'), { type })
  expect(taken).toEqual([])
})

test('forms are refused where they are not supported', async () => {
  const jsonOnly = routesWithBody.filter(
    ({ endpoint: { body } }) => !(body.kind === 'json' && body.form),
  )
  const type = 'application/x-www-form-urlencoded'
  const strict = jsonOnly.filter((route) => !isOpen(route))
  expect(await acceptingRoutes(() => 'name=a&username=b', { type }, strict)).toEqual([])
})

test('a hostile value in any field of any route causes no server error', async () => {
  const broken: string[] = []
  for (const [index, place] of bodyFields.entries()) {
    const [, json = ''] = hostileValues[index % hostileValues.length] ?? []
    broken.push(...(await postField(target, place, json)))
  }
  expect(broken).toEqual([])
  expect((await server.request('GET', '/health')).status).toBe(200)
})

test('a deeply nested row is refused alone, with an idempotency key too', async () => {
  const add = endpoints.filter(({ id }) => id === 'contacts.add')[0] as NamedEndpoint // there is one
  const row = `{"email":"deep@mine.example","customFields":{"a":${arrays}}}`
  const body = `{"contacts":[{"email":"good@mine.example"},${row}]}`
  const answer = await post(add, body, { headers: { 'idempotency-key': 'deep rows' } })
  expect(answer.status).toBeLessThan(500)
})

test('a form with very many names takes linear time', async () => {
  const route = endpoints.filter(({ id }) => id === 'public.subscribe')[0] as NamedEndpoint // there is one
  const type = 'application/x-www-form-urlencoded'
  const timeOf = async (text: string) => {
    const begin = performance.now()
    expect((await post(route, text, { type })).status).toBeLessThan(500)
    return performance.now() - begin
  }
  const names = Array.from({ length: 40_000 }, (_, at) => at.toString(36)).join('&')
  await timeOf('warm=up')
  // By the square of its length it takes half a minute.
  expect(await timeOf(names)).toBeLessThan(8000)
})

test('no page of another site can read a response or send with a session', async () => {
  const origin = { origin: 'https://evil.example' }
  const cross = ['access-control-allow-origin', 'access-control-allow-credentials', 'set-cookie']
  for (const { endpoint, ...route } of endpoints) {
    const { path } = requestOf({ endpoint, ...route }, account)
    const preflight = { ...origin, 'access-control-request-method': endpoint.method }
    const before = await server.request('OPTIONS', apiPrefix + path, undefined, preflight)
    expect([route.id, before.status >= 400]).toEqual([route.id, true])
    const cors = await server.request('GET', apiPrefix + path, undefined, origin)
    for (const name of cross) {
      expect([route.id, before.headers.get(name), cors.headers.get(name)]).toEqual([
        ...[route.id, null, null],
      ])
    }
  }
})

const breaks = ['a\r\nBcc: x@y.example', 'a\nb', 'a\rb']

test.each(breaks)('%j cannot be injected into a message header', async (text) => {
  const { user, list, sender, campaign } = account
  const ab_test = (variant: object) => ({
    variants: [variant, {}],
    ...{ share: 10, winner: 'manual' },
  })
  const whole = campaignOf(list, { from_mail: sender, draft: true })
  const file = (more: object) => ({
    attachments: [{ filename: 'a.txt', content_type: 'text/plain', content: 'aGk=', ...more }],
  })
  const tries: [method: string, path: string, body: object][] = [
    ...['asunto', 'from_name', 'preheader', 'from_mail', 'reply_to'].flatMap(
      (field): [string, string, object][] => [
        ['POST', '/campaigns', { ...whole, [field]: text }],
        ['PUT', `/campaigns/${campaign}`, { [field]: text }],
      ],
    ),
    ['POST', '/campaigns', { ...whole, ab_test: ab_test({ asunto: text }) }],
    ['POST', '/campaigns', { ...whole, ab_test: ab_test({ from_name: text }) }],
    ['POST', '/campaigns', { ...whole, ...file({ filename: text }) }],
    ['POST', '/campaigns', { ...whole, ...file({ content_type: text }) }],
    ['POST', `/campaigns/${campaign}/resend`, { to: 'failed', asunto: text }],
    ['POST', `/campaigns/${campaign}/test`, { emails: [text] }],
    ['POST', '/senders', { from_name: text, from_mail: 'a@b.example' }],
    ['POST', '/senders', { from_name: 'a', from_mail: text }],
    ['POST', '/senders', { from_name: 'a', from_mail: 'a@b.example', reply_to: text }],
    ['POST', '/templates', { name: 'a', html: 'a', asunto: text }],
    ['POST', '/users', { username: 'header', pass: 'long enough', email: text }],
    ['PUT', '/users/me', { email: text }],
    ['POST', `/lists/${list}/contacts`, { email: text }],
  ]
  for (const [method, path, body] of tries) {
    const { status, body: answer } = await user.api(method, path, body)
    const what = `${method} ${path} ${JSON.stringify(body)} ${JSON.stringify(answer)}`
    expect([what, status]).toEqual([what, 422])
  }
})

test('a message cannot escape its template or keep the service busy', async () => {
  const draft = (html: string) =>
    account.user.api('POST', '/campaigns', {
      ...campaignOf(account.list, { from_mail: account.sender, draft: true, html }),
    })
  const secrets = ['/etc/passwd', 'package.json', '../package.json']
  const empty = ['constructor', '__proto__', 'nombre.constructor', "''.constructor.constructor"]
  const render = async (html: string) => {
    const { status, body } = await draft(html)
    if (status !== 200) return body.code
    const shown = await account.user.api('GET', `/campaigns/${body.id}/preview`)
    return shown.status === 200 ? shown.body.html : shown.body.code
  }
  for (const path of secrets) {
    for (const tag of ['include', 'render', 'layout']) {
      expect(await render(`<p>{% ${tag} '${path}' %}</p>`)).not.toMatch(/root:|"name"/)
    }
  }
  for (const name of empty) {
    expect(await render(`<p>[{{ ${name} }}]</p>`)).toMatch(/\[\]|^merge_tag_broken$/)
  }
  const busy = [
    '{% for i in (1..100000000) %}x{% endfor %}',
    '{% for i in (1..9999) %}{% for j in (1..9999) %}{% endfor %}{% endfor %}',
    `{% assign a = 'xxxxxxxx' %}${'{% assign a = a | append: a %}'.repeat(60)}`,
    `${'{% if nombre %}'.repeat(5000)}x${'{% endif %}'.repeat(5000)}`,
    `{{ ${'nombre | '.repeat(20_000)} upcase }}`,
  ]
  for (const html of busy) {
    const begin = performance.now()
    expect(await render(`<p>${html}</p>`)).toEqual(expect.any(String))
    expect([html.slice(0, 40), performance.now() - begin < 5000]).toEqual([html.slice(0, 40), true])
  }
  expect((await server.request('GET', '/health')).status).toBe(200)
}, 120_000)

test('an address on no list is not mailed through hundreds of lists', async () => {
  const own = { ...server, accountId: account.user.id }
  await addSender(own, 'forms@mine.example')
  const victim = 'victim@elsewhere.example'
  const { db } = server.service
  for (let at = 0; at < 20; at += 1) {
    const list = await addList(own, [])
    const changed = { double_optin: 1, from_mail: 'forms@mine.example' } as const
    await db.updateTable('lists').set(changed).where('id', '=', list).execute()
    const { public_id } = await db
      .selectFrom('lists')
      .select('public_id')
      .where('id', '=', list)
      .executeTakeFirstOrThrow()
    const body = { list_id: public_id, email: victim }
    const from = { 'x-forwarded-for': `172.16.0.${at}` }
    const answer = await server.request('POST', `${apiPrefix}/public/subscribe`, body, from)
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
  }
  const mails = await db.selectFrom('messages').select('id').where('to_mail', '=', victim).execute()
  expect(mails.length).toBeGreaterThan(0)
  expect(mails.length).toBeLessThanOrEqual(10)
})
