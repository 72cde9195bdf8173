import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Endpoint, type Role, roles } from '../../src/contract/endpoint.ts'
import { endpoints, type NamedEndpoint } from '../../src/contract/index.ts'
import { mayCall } from '../../src/contract/permissions.ts'
import { newUuid } from '../../src/core/ids.ts'
import { apiPrefix } from '../../src/service/app.ts'
import { signToken } from '../../src/service/auth/token.ts'
import {
  type AccountFixture,
  createAccountFixture,
  marker,
  rowsOf,
} from '../support/access/account-fixture.ts'
import { destructiveLast, type RouteRequest, requestOf } from '../support/access/route-requests.ts'
import { campaignOf } from '../support/campaign-fixtures.ts'
import { type Answer, startService, type TestService } from '../support/service.ts'
import { addUser, type TestUser } from '../support/users.ts'

const plenty = {
  monthly_sends: 1000,
  contacts_max: 1000,
  ai_generations: 10,
  rate_per_hour: 100_000,
}

let server: TestService
let theirs: AccountFixture
let mine: AccountFixture
beforeAll(async () => {
  server = await startService({ trustedProxies: 1 })
  const limits = plenty
  const owner = await addUser(server, { parent: server.accountId, role: 'Reseller', limits })
  theirs = await createAccountFixture(server, owner)
  // The caller with the most rights: an Admin at the top of another account tree.
  const { id } = await server.other()
  mine = await createAccountFixture(
    server,
    await addUser(server, { parent: id, role: 'Admin', limits }),
    'mine',
  )
})
afterAll(async () => {
  await server.close()
  console.log(`${endpoints.length} routes, ${requestCount} requests made`)
})

let requestCount = 0

/** Calls a route. `text` is the complete response, headers included. */
async function callRoute(
  { endpoint: { method } }: Pick<NamedEndpoint, 'endpoint'>,
  { path, body, headers = {} }: RouteRequest,
  token?: string,
): Promise<Answer<unknown> & { text: string }> {
  requestCount += 1
  // Each request has another client address, so that the rate limit does not apply.
  const from = { 'x-forwarded-for': `10.0.${Math.floor(requestCount / 250)}.${requestCount % 250}` }
  const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await server.request(method, apiPrefix + path, body, {
    ...from,
    ...headers,
    ...bearer,
  })
  return { ...answer, text: JSON.stringify([answer.body, ...answer.headers]) }
}

const protectedRoutes = endpoints.filter(({ endpoint }) => endpoint.access !== 'public')
const publicRoutes = endpoints.filter(({ endpoint }) => endpoint.access === 'public')

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const partsOf = (token: string) => {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  return { header, claims, signature, read }
}

/** Returns invalid tokens, each with the expected error code. */
async function invalidTokens(): Promise<[what: string, token: string | undefined, code: string][]> {
  const { clock, secrets } = server.service
  const limits = plenty
  const user = (role: Role = 'Admin') => addUser(server, { parent: server.accountId, role, limits })
  const good = (await user()).token
  const { header, claims, signature, read } = partsOf(good)
  const now = clock.now()
  const late = {
    account: theirs.user.id,
    jti: newUuid(),
    issuedAt: now - 9e6,
    expiresAt: now - 1e6,
  }
  const unknown = { ...late, issuedAt: now, expiresAt: now + 9e6 }
  const leaver = await user()
  await leaver.api('POST', '/auth/logout', {})
  const suspended = await user()
  await server.api('PUT', `/users/${suspended.id}/status`, { status: 'suspended' })
  const none = base64({ ...read(header), alg: 'none' })
  const unsigned = `${base64({ ...read(header), kid: '0' })}.${claims}`
  const foreign = createHmac('sha256', 'another key').update(`${header}.${claims}`)
  const empty = createHmac('sha256', '').update(unsigned).digest('base64url')
  const edited = base64({ ...read(claims), sub: String(theirs.user.id) })
  const longer = base64({ ...read(claims), exp: read(claims).exp + 1 })
  return [
    ['no token', undefined, 'unauthorized'],
    ['a broken one', good.slice(0, -20), 'unauthorized'],
    ['no token at all', 'null', 'unauthorized'],
    ['expired', await signToken(secrets.jwt, late), 'token_expired'],
    ['of no session', await signToken(secrets.jwt, unknown), 'unauthorized'],
    ['revoked', leaver.token, 'token_revoked'],
    ['of a suspended account', suspended.token, 'suspended'],
    ['alg none', `${none}.${claims}.`, 'unauthorized'],
    ['alg none, signed', `${none}.${claims}.${signature}`, 'unauthorized'],
    [
      'signed with another key',
      `${header}.${claims}.${foreign.digest('base64url')}`,
      'unauthorized',
    ],
    ['signed with an empty key', `${unsigned}.${empty}`, 'unauthorized'],
    ['for another account', `${header}.${edited}.${signature}`, 'unauthorized'],
    ['for a longer time', `${header}.${longer}.${signature}`, 'unauthorized'],
  ]
}

const statusOfCode: Record<string, number> = { suspended: 403 }

test('an invalid token opens no protected route, and the response says why', async () => {
  const before = await rowsOf(server, theirs.user.id)
  for (const [what, token, code] of await invalidTokens()) {
    for (const route of protectedRoutes) {
      const { status, body, headers, text } = await callRoute(
        route,
        requestOf(route, theirs),
        token,
      )
      expect([what, route.id, status, body.code]).toEqual([
        ...[what, route.id, statusOfCode[code] ?? 401, code],
      ])
      expect(headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
      expect(text).not.toContain(marker)
    }
  }
  expect(await rowsOf(server, theirs.user.id)).toEqual(before)
})

test('a public route responds the same with any token', async () => {
  const broken = 'application/json'
  for (const [, token] of await invalidTokens()) {
    for (const route of publicRoutes) {
      const { path } = requestOf(route, mine)
      const isRead = route.endpoint.method === 'GET'
      const invalid = { path, ...(!isRead && { body: '[', headers: { 'content-type': broken } }) }
      expect([route.id, (await callRoute(route, invalid, token)).status]).toEqual([
        ...[route.id, isRead ? 200 : 400],
      ])
    }
  }
})

test.each(roles)('%s may use exactly the routes that the matrix allows', async (role) => {
  const { id } = await addUser(server, { parent: server.accountId, role: 'Admin', limits: plenty })
  const user = await addUser(server, { parent: id, role, limits: plenty })
  const acting = (await server.api('POST', `/users/${user.id}/impersonate`)).body.token
  for (const route of protectedRoutes) {
    if (route.id === 'auth.logout') continue
    for (const isActing of [false, true]) {
      const request = { ...requestOf(route, unknownIdsOf(user)), ...invalidBodyOf(route.endpoint) }
      const { status, body } = await callRoute(route, request, isActing ? acting : user.token)
      const isRefused = status === 403 && body.code === 'forbidden'
      // A refusal below a user id can come from the rules of the account tree instead of the guard.
      const isRule = isRefused && route.noun === 'users' && route.endpoint.path.includes(':id')
      const may = mayCall(role, route.endpoint, { isActing })
      if (!may || !isRule)
        expect([route.id, isActing, !isRefused]).toEqual([route.id, isActing, may])
    }
  }
})

/** Returns ids that do not exist, so that a permitted caller finds nothing. */
const unknownIdsOf = (user: TestUser): AccountFixture => {
  const none = 999_999_999
  return {
    ...{ ...mine, user: { ...user, id: none }, list: none, campaign: none, segment: none },
    ...{ template: none, automation: none, webhook: none, job: none, field: none, contact: none },
    key: none,
    app: none,
  }
}

/** A body that passes the guard and fails validation. */
const invalidBodyOf = ({ body }: Endpoint): Partial<RouteRequest> =>
  body.kind === 'json' || body.kind === 'rows' ? { body: { '\0': 1 } } : {}

/** Routes with an id in the path. For an id of another account they must respond 404. */
const routesWithIds = destructiveLast.filter(
  ({ endpoint }) => endpoint.access !== 'public' && endpoint.path.includes(':'),
)
const routesWithoutIds = destructiveLast.filter(
  ({ id, endpoint }) =>
    endpoint.access !== 'public' && !endpoint.path.includes(':') && id !== 'auth.logout',
)

async function expectUntouched(work: () => Promise<void>): Promise<void> {
  const before = await rowsOf(server, theirs.user.id)
  expect(before.join('\n')).toContain(marker)
  await work()
  expect(await rowsOf(server, theirs.user.id)).toEqual(before)
}

test('an id of another account is not found, on every route', () =>
  expectUntouched(async () => {
    for (const route of routesWithIds) {
      const { status, body, text } = await callRoute(
        route,
        requestOf(route, theirs),
        mine.user.token,
      )
      expect([route.id, status, body.code]).toEqual([route.id, 404, 'not_found'])
      expect([route.id, text]).toEqual([route.id, expect.not.stringContaining(marker)])
    }
  }))

test('an id of another account is not found below one’s own object either', () =>
  expectUntouched(async () => {
    const below = routesWithIds.filter(({ endpoint }) =>
      /:(contact|field|job|webhook)/.test(endpoint.path),
    )
    for (const route of below) {
      const request = requestOf(route, theirs, mine)
      const { status, text } = await callRoute(route, request, mine.user.token)
      expect([route.id, status]).toEqual([route.id, 404])
      expect(text).not.toContain(marker)
    }
  }))

test('the same requests succeed for the owner', async () => {
  const { parent, child } = await addFamily()
  const account = await createAccountFixture(server, child, 'lemur')
  const isUserRoute = ({ noun }: NamedEndpoint) => noun === 'users'
  const ordered = [...routesWithIds].sort((a, b) => Number(isUserRoute(a)) - Number(isUserRoute(b)))
  for (const route of ordered) {
    const caller = isUserRoute(route) ? parent : child
    const { status, body } = await callRoute(route, requestOf(route, account), caller.token)
    const isFound = status < 300 || ['wrong_state', 'audience_empty', 'in_use'].includes(body.code)
    expect([route.id, body, isFound]).toEqual([route.id, body, true])
  }
})

async function addFamily() {
  const limits = plenty
  const parent = await addUser(server, { parent: server.accountId, role: 'Admin', limits })
  const child = await addUser(server, { parent: parent.id, role: 'Reseller', limits })
  return { parent, child }
}

interface ForeignIdRequest {
  route: string
  query?: Record<string, string | number>
  body?: object
  /** 200 is for lists and counts, which must match nothing. */
  status: number
  code?: string
}

/** Returns requests with ids of another account in the body or query. */
function foreignIdRequests(): ForeignIdRequest[] {
  const { list, segment, template, contact, campaign, webhook, event, link, sender, email } = theirs
  const draft = { camp_name: 'x', asunto: 'x', from_mail: mine.sender, html: 'x', draft: true }
  const ours = { ...draft, list_id: [String(mine.list)] }
  const everybody = { op: 'and', rules: [{ field: 'email', operator: 'is_set' }] }
  const requestCount = { op: 'and', rules: [{ event: 'open', campaign_id: campaign }] }
  const tag = { action: 'add_tag', tag: 'new' }
  const sale = { name: 'x', event_id: 'x' }
  const customFields = { [theirs.field]: 'x' }
  const emptyResult = (route: string, query: ForeignIdRequest['query'] = {}) => ({
    route,
    query,
    status: 200,
  })
  const refusedBody = (route: string, body: object, code = 'unknown_id') => ({
    ...{ route, body, code, status: 422 },
  })
  const refusedQuery = (route: string, query: ForeignIdRequest['query'] = {}) => ({
    ...{ route, query, code: 'unknown_id', status: 422 },
  })
  const notFound = (route: string, body: object) => ({
    route,
    body,
    status: 404,
    code: 'not_found',
  })
  return [
    refusedBody('campaigns.create', { ...draft, list_id: [String(list)] }),
    refusedBody('campaigns.create', { ...ours, exclude_list_id: [list] }),
    refusedBody('campaigns.create', { ...ours, segment_id: segment }),
    refusedBody('campaigns.create', { ...ours, template_id: template }),
    refusedBody(
      'campaigns.create',
      { ...ours, from_mail: sender, draft: false },
      'sender_not_verified',
    ),
    refusedBody('campaigns.update', { list_id: [String(list)] }),
    refusedBody('campaigns.update', { exclude_list_id: [list] }),
    refusedBody('campaigns.update', { segment_id: segment }),
    refusedBody('campaigns.update', { template_id: template }),
    refusedBody('campaigns.test', { emails: ['a@b.example'], contact_id: contact }),
    refusedBody('campaigns.convert', { ...sale, contact_id: contact }),
    refusedBody('campaigns.convert', { ...sale, token: theirs.conversion }),
    refusedQuery('campaigns.preview', { contact_id: contact }),
    emptyResult('campaigns.recipients', { link_id: link }),
    emptyResult('campaigns.links', { link_id: link }),
    refusedBody('lists.create', { name: 'x', welcome_template_id: template }),
    refusedBody('lists.update', { welcome_template_id: template }),
    refusedQuery('lists.export', { segment_id: segment }),
    refusedQuery('contacts.list', { segment_id: segment }),
    { route: 'contacts.bulk', body: { ...tag, contacts: [contact, email] }, status: 200 },
    refusedBody('contacts.bulk', { ...tag, filter: { segment_id: segment } }),
    refusedBody('contacts.bulk', { action: 'copy', to_list_id: list, filter: {} }),
    refusedBody('contacts.bulk', { action: 'move', to_list_id: list, filter: {} }),
    refusedBody('contacts.add', { email: 'x@y.example', customFields }, 'unknown_field'),
    refusedBody('segments.create', { name: 'x', list_id: list, conditions: everybody }),
    refusedBody('segments.create', { name: 'x', conditions: requestCount }),
    refusedBody('segments.update', { list_id: list }),
    refusedBody('segments.previewUnsaved', { list_id: list, conditions: everybody }),
    refusedBody('segments.previewUnsaved', { conditions: requestCount }),
    emptyResult('segments.list', { list_id: list }),
    refusedQuery('segments.fields', { list_id: list }),
    refusedBody('webhooks.replay', { event_ids: [event] }),
    notFound('templates.create', { id: template, html: 'x' }),
    notFound('senders.verify', { from_mail: sender, code: '123456' }),
    emptyResult('events.list', { campaign_id: campaign }),
    emptyResult('events.list', { contact_id: contact }),
    emptyResult('events.list', { webhook_id: webhook }),
    ...['users', 'lists', 'campaigns', 'templates', 'segments'].map((noun) =>
      emptyResult(`${noun}.list`, { q: marker }),
    ),
    emptyResult('contacts.list', { q: marker }),
  ]
}

const textsOf = (values: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

test('another account’s id in a body or query is refused or matches nothing', () =>
  expectUntouched(async () => {
    const draft = campaignOf(mine.list, { draft: true, from_mail: mine.sender })
    const campaign = (await mine.user.api('POST', '/campaigns', draft)).body.id
    const failures: string[] = []
    for (const {
      route: id,
      query = {},
      body,
      status: expected,
      code = '',
    } of foreignIdRequests()) {
      const route = endpoints.find((endpoint) => endpoint.id === id)
      if (!route) throw new Error(id)
      const ownRequest = requestOf(route, { ...mine, campaign })
      const search = new URLSearchParams(textsOf(query))
      const request = { ...ownRequest, ...(body && { body }), path: `${ownRequest.path}?${search}` }
      const { status, text } = await callRoute(route, request, mine.user.token)
      // A response may repeat the caller's own input.
      const isLeaked = text.replaceAll(theirs.sender, '').includes(marker)
      if (isLeaked || status !== expected || !text.includes(code)) {
        failures.push(`${id} ${request.path} ${JSON.stringify(body)} ${status} ${text}`)
      }
    }
    expect(failures).toEqual([])
  }))

test('lists, counts, totals and searches of an account contain nothing of another', () =>
  expectUntouched(async () => {
    for (const route of routesWithoutIds) {
      const { status, text } = await callRoute(route, requestOf(route, mine), mine.user.token)
      expect([route.id, status]).toEqual([route.id, expect.not.stringMatching(/^5/)])
      expect([route.id, text]).toEqual([route.id, expect.not.stringContaining(marker)])
    }
    const found = await mine.user.api('GET', `/search?q=${marker}`)
    expect(Object.values(found.body).flat()).toEqual([])
    const people = await mine.user.api('GET', `/search/contacts?q=${marker}`)
    expect(people.body).toEqual([])
  }))

test('a cursor of another account returns none of its rows', () =>
  expectUntouched(async () => {
    const lists: [string, (account: AccountFixture) => string][] = [
      ['/lists', () => ''],
      ['/search/contacts', () => 'q=example'],
      ['/lists/:id/contacts', () => ''],
    ]
    for (const [path, query] of lists) {
      const pathOf = (account: AccountFixture) => path.replace(':id', String(account.list))
      const firstPage = (account: AccountFixture) => `${pathOf(account)}?limit=1&${query(account)}`
      const next = (await theirs.user.api('GET', firstPage(theirs))).headers.get('x-next-cursor')
      const nextPage = await mine.user.api('GET', `${firstPage(mine)}&cursor=${next ?? ''}`)
      expect(JSON.stringify(nextPage.body)).not.toContain(marker)
      expect(nextPage.status).toBeLessThan(500)
    }
  }))
