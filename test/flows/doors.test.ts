import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Endpoint, type Role, roles } from '../../src/contract/endpoint.ts'
import { endpoints, type NamedEndpoint } from '../../src/contract/index.ts'
import { mayCall } from '../../src/contract/permissions.ts'
import { newUuid } from '../../src/core/ids.ts'
import { apiPrefix } from '../../src/service/app.ts'
import { signToken } from '../../src/service/auth/token.ts'
import { type Furnished, furnish, marker, rowsOf } from '../support/doors.ts'
import { type DoorRequest, inOrder, requestOf } from '../support/doors-requests.ts'
import { campaignOf } from '../support/mailing.ts'
import { type Answer, startService, type TestService } from '../support/service.ts'
import { addUser, type TestUser } from '../support/users.ts'

const plenty = {
  monthly_sends: 1000,
  contacts_max: 1000,
  ai_generations: 10,
  rate_per_hour: 100_000,
}

let server: TestService
let theirs: Furnished
let mine: Furnished
beforeAll(async () => {
  server = await startService({ trustedProxies: 1 })
  const limits = plenty
  const owner = await addUser(server, { parent: server.accountId, role: 'Reseller', limits })
  theirs = await furnish(server, owner)
  // The most powerful stranger: an Admin at the top of a tree of its own.
  const { id } = await server.other()
  mine = await furnish(server, await addUser(server, { parent: id, role: 'Admin', limits }), 'mine')
})
afterAll(async () => {
  await server.close()
  console.log(`${endpoints.length} routes, ${opened} doors tried`)
})

let opened = 0

/** Through one door: the answer as it came, every byte of it. */
async function knock(
  { endpoint: { method } }: Pick<NamedEndpoint, 'endpoint'>,
  { path, body, headers = {} }: DoorRequest,
  token?: string,
): Promise<Answer<unknown> & { text: string }> {
  opened += 1
  // From somewhere else each time, or so many refusals would be a flood.
  const from = { 'x-forwarded-for': `10.0.${Math.floor(opened / 250)}.${opened % 250}` }
  const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await server.request(method, apiPrefix + path, body, {
    ...from,
    ...headers,
    ...bearer,
  })
  return { ...answer, text: JSON.stringify([answer.body, ...answer.headers]) }
}

const guarded = endpoints.filter(({ endpoint }) => endpoint.access !== 'public')
const open = endpoints.filter(({ endpoint }) => endpoint.access === 'public')

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const partsOf = (token: string) => {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  return { header, claims, signature, read }
}

/** Tokens that open nothing, with the code that says why. */
async function falseTokens(): Promise<[what: string, token: string | undefined, code: string][]> {
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

test('what is no good token opens none of the routes that need one, and says why', async () => {
  const before = await rowsOf(server, theirs.user.id)
  for (const [what, token, code] of await falseTokens()) {
    for (const named of guarded) {
      const { status, body, headers, text } = await knock(named, requestOf(named, theirs), token)
      expect([what, named.id, status, body.code]).toEqual([
        ...[what, named.id, statusOfCode[code] ?? 401, code],
      ])
      expect(headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null)
      expect(text).not.toContain(marker)
    }
  }
  expect(await rowsOf(server, theirs.user.id)).toEqual(before)
})

test('a public route answers the same whatever token comes with it', async () => {
  const broken = 'application/json'
  for (const [, token] of await falseTokens()) {
    for (const named of open) {
      const { path } = requestOf(named, mine)
      const isRead = named.endpoint.method === 'GET'
      const wrong = { path, ...(!isRead && { body: '[', headers: { 'content-type': broken } }) }
      expect([named.id, (await knock(named, wrong, token)).status]).toEqual([
        ...[named.id, isRead ? 200 : 400],
      ])
    }
  }
})

test.each(roles)('%s is let in by exactly those routes that the matrix says', async (role) => {
  const { id } = await addUser(server, { parent: server.accountId, role: 'Admin', limits: plenty })
  const user = await addUser(server, { parent: id, role, limits: plenty })
  const acting = (await server.api('POST', `/users/${user.id}/impersonate`)).body.token
  for (const named of guarded) {
    if (named.id === 'auth.logout') continue
    for (const isActing of [false, true]) {
      const request = { ...requestOf(named, nothingOf(user)), ...unreadable(named.endpoint) }
      const { status, body } = await knock(named, request, isActing ? acting : user.token)
      const isRefused = status === 403 && body.code === 'forbidden'
      // Of what is refused further in, the guard knows nothing: those are the rules of the tree.
      const isRule = isRefused && named.noun === 'users' && named.endpoint.path.includes(':id')
      const may = mayCall(role, named.endpoint, { isActing })
      if (!may || !isRule)
        expect([named.id, isActing, !isRefused]).toEqual([named.id, isActing, may])
    }
  }
})

/** Nothing there has these numbers: whoever is let in finds nothing. */
const nothingOf = (user: TestUser): Furnished => {
  const none = 999_999_999
  return {
    ...{ ...mine, user: { ...user, id: none }, list: none, campaign: none, segment: none },
    ...{ template: none, automation: none, webhook: none, job: none, field: none, contact: none },
  }
}

/** Past the guard, and no further. */
const unreadable = ({ body }: Endpoint): Partial<DoorRequest> =>
  body.kind === 'json' || body.kind === 'rows' ? { body: { '\0': 1 } } : {}

/** Routes that name an object: in another account they have to answer that there is none. */
const naming = inOrder.filter(
  ({ endpoint }) => endpoint.access !== 'public' && endpoint.path.includes(':'),
)
const notNaming = inOrder.filter(
  ({ id, endpoint }) =>
    endpoint.access !== 'public' && !endpoint.path.includes(':') && id !== 'auth.logout',
)

async function expectUntouched(work: () => Promise<void>): Promise<void> {
  const before = await rowsOf(server, theirs.user.id)
  expect(before.join('\n')).toContain(marker)
  await work()
  expect(await rowsOf(server, theirs.user.id)).toEqual(before)
}

test('whatever is named by another account’s number is not there, on every route', () =>
  expectUntouched(async () => {
    for (const named of naming) {
      const { status, body, text } = await knock(named, requestOf(named, theirs), mine.user.token)
      expect([named.id, status, body.code]).toEqual([named.id, 404, 'not_found'])
      expect([named.id, text]).toEqual([named.id, expect.not.stringContaining(marker)])
    }
  }))

test('nor below an object of one’s own', () =>
  expectUntouched(async () => {
    const below = naming.filter(({ endpoint }) =>
      /:(contact|field|job|webhook)/.test(endpoint.path),
    )
    for (const named of below) {
      const request = requestOf(named, theirs, mine)
      const { status, text } = await knock(named, request, mine.user.token)
      expect([named.id, status]).toEqual([named.id, 404])
      expect(text).not.toContain(marker)
    }
  }))

test('what is not there for a stranger is there for its owner, by the same requests', async () => {
  const { parent, child } = await familyOf()
  const things = await furnish(server, child, 'lemur')
  const ofTree = ({ noun }: NamedEndpoint) => noun === 'users'
  const reached = [...naming].sort((one, other) => Number(ofTree(one)) - Number(ofTree(other)))
  for (const named of reached) {
    const by = ofTree(named) ? parent : child
    const { status, body } = await knock(named, requestOf(named, things), by.token)
    const isFound = status < 300 || ['wrong_state', 'audience_empty', 'in_use'].includes(body.code)
    expect([named.id, body, isFound]).toEqual([named.id, body, true])
  }
})

async function familyOf() {
  const limits = plenty
  const parent = await addUser(server, { parent: server.accountId, role: 'Admin', limits })
  const child = await addUser(server, { parent: parent.id, role: 'Reseller', limits })
  return { parent, child }
}

interface Crossing {
  route: string
  query?: Record<string, string | number>
  body?: object
  /** What it answers, and a code in there; 200 is for lists and counts, which find nothing. */
  status: number
  code?: string
}

/** Another account's numbers in bodies and queries, where one's own would be taken. */
function crossings(): Crossing[] {
  const { list, segment, template, contact, campaign, webhook, event, link, sender, email } = theirs
  const draft = { camp_name: 'x', asunto: 'x', from_mail: mine.sender, html: 'x', draft: true }
  const ours = { ...draft, list_id: [String(mine.list)] }
  const everybody = { op: 'and', rules: [{ field: 'email', operator: 'is_set' }] }
  const opened = { op: 'and', rules: [{ event: 'open', campaign_id: campaign }] }
  const tag = { action: 'add_tag', tag: 'new' }
  const sale = { name: 'x', event_id: 'x' }
  const customFields = { [theirs.field]: 'x' }
  const find = (route: string, query: Crossing['query'] = {}) => ({ route, query, status: 200 })
  const wrong = (route: string, body: object, code = 'unknown_id') => ({
    ...{ route, body, code, status: 422 },
  })
  const wrongly = (route: string, query: Crossing['query'] = {}) => ({
    ...{ route, query, code: 'unknown_id', status: 422 },
  })
  const absent = (route: string, body: object) => ({ route, body, status: 404, code: 'not_found' })
  return [
    wrong('campaigns.create', { ...draft, list_id: [String(list)] }),
    wrong('campaigns.create', { ...ours, exclude_list_id: [list] }),
    wrong('campaigns.create', { ...ours, segment_id: segment }),
    wrong('campaigns.create', { ...ours, template_id: template }),
    wrong('campaigns.create', { ...ours, from_mail: sender, draft: false }, 'sender_not_verified'),
    wrong('campaigns.update', { list_id: [String(list)] }),
    wrong('campaigns.update', { exclude_list_id: [list] }),
    wrong('campaigns.update', { segment_id: segment }),
    wrong('campaigns.update', { template_id: template }),
    wrong('campaigns.test', { emails: ['a@b.example'], contact_id: contact }),
    wrong('campaigns.convert', { ...sale, contact_id: contact }),
    wrong('campaigns.convert', { ...sale, token: theirs.conversion }),
    wrongly('campaigns.preview', { contact_id: contact }),
    find('campaigns.recipients', { link_id: link }),
    find('campaigns.links', { link_id: link }),
    wrong('lists.create', { name: 'x', welcome_template_id: template }),
    wrong('lists.update', { welcome_template_id: template }),
    wrongly('lists.export', { segment_id: segment }),
    wrongly('contacts.list', { segment_id: segment }),
    { route: 'contacts.bulk', body: { ...tag, contacts: [contact, email] }, status: 200 },
    wrong('contacts.bulk', { ...tag, filter: { segment_id: segment } }),
    wrong('contacts.bulk', { action: 'copy', to_list_id: list, filter: {} }),
    wrong('contacts.bulk', { action: 'move', to_list_id: list, filter: {} }),
    wrong('contacts.add', { email: 'x@y.example', customFields }, 'unknown_field'),
    wrong('segments.create', { name: 'x', list_id: list, conditions: everybody }),
    wrong('segments.create', { name: 'x', conditions: opened }),
    wrong('segments.update', { list_id: list }),
    wrong('segments.previewUnsaved', { list_id: list, conditions: everybody }),
    wrong('segments.previewUnsaved', { conditions: opened }),
    find('segments.list', { list_id: list }),
    wrongly('segments.fields', { list_id: list }),
    wrong('webhooks.replay', { event_ids: [event] }),
    absent('templates.create', { id: template, html: 'x' }),
    absent('senders.verify', { from_mail: sender, code: '123456' }),
    find('events.list', { campaign_id: campaign }),
    find('events.list', { contact_id: contact }),
    find('events.list', { webhook_id: webhook }),
    ...['users', 'lists', 'campaigns', 'templates', 'segments'].map((noun) =>
      find(`${noun}.list`, { q: marker }),
    ),
    find('contacts.list', { q: marker }),
  ]
}

const textsOf = (values: Record<string, string | number>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

test('another account’s number in a body or a query is refused, or finds nothing', () =>
  expectUntouched(async () => {
    const draft = campaignOf(mine.list, { draft: true, from_mail: mine.sender })
    const campaign = (await mine.user.api('POST', '/campaigns', draft)).body.id
    const open: string[] = []
    for (const { route, query = {}, body, status: expected, code = '' } of crossings()) {
      const named = endpoints.find(({ id }) => id === route)
      if (!named) throw new Error(route)
      const own = requestOf(named, { ...mine, campaign })
      const search = new URLSearchParams(textsOf(query))
      const request = { ...own, ...(body && { body }), path: `${own.path}?${search}` }
      const { status, text } = await knock(named, request, mine.user.token)
      // What somebody typed may be said back to them.
      const isTold = text.replaceAll(theirs.sender, '').includes(marker)
      if (isTold || status !== expected || !text.includes(code)) {
        open.push(`${route} ${request.path} ${JSON.stringify(body)} ${status} ${text}`)
      }
    }
    expect(open).toEqual([])
  }))

test('lists, counts, totals and searches of one account hold nothing of another', () =>
  expectUntouched(async () => {
    for (const named of notNaming) {
      const { status, text } = await knock(named, requestOf(named, mine), mine.user.token)
      expect([named.id, status]).toEqual([named.id, expect.not.stringMatching(/^5/)])
      expect([named.id, text]).toEqual([named.id, expect.not.stringContaining(marker)])
    }
    const found = await mine.user.api('GET', `/search?q=${marker}`)
    expect(Object.values(found.body).flat()).toEqual([])
    const people = await mine.user.api('GET', `/search/contacts?q=${marker}`)
    expect(people.body).toEqual([])
  }))

test('the cursor of another account turns no page of theirs', () =>
  expectUntouched(async () => {
    const lists: [string, (things: Furnished) => string][] = [
      ['/lists', () => ''],
      ['/search/contacts', () => 'q=example'],
      ['/lists/:id/contacts', () => ''],
    ]
    for (const [path, query] of lists) {
      const at = (things: Furnished) => path.replace(':id', String(things.list))
      const asked = (things: Furnished) => `${at(things)}?limit=1&${query(things)}`
      const next = (await theirs.user.api('GET', asked(theirs))).headers.get('x-next-cursor')
      const turned = await mine.user.api('GET', `${asked(mine)}&cursor=${next ?? ''}`)
      expect(JSON.stringify(turned.body)).not.toContain(marker)
      expect(turned.status).toBeLessThan(500)
    }
  }))
