import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopesOf } from '../../src/contract/scopes.ts'
import { isApiKey } from '../../src/core/credentials/api-key.ts'
import { apiPrefix } from '../../src/service/app.ts'
import { campaignOf } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { type Answer, startService, type TestService } from '../support/service.ts'
import { addUser, callAs, type TestUser } from '../support/users.ts'

const hourMs = 3_600_000
const clock = testClock()

let server: TestService
let user: TestUser
beforeAll(async () => {
  server = await startService({ clock })
  const limits = {
    ...{ monthly_sends: 100, contacts_max: 100, ai_generations: 0, rate_per_hour: 100_000 },
  }
  user = await addUser(server, { parent: server.accountId, role: 'Reseller', limits })
})
afterAll(() => server.close())

const codeOf = ({ status, body }: Answer<unknown>) => [status, body.code]

/** Waits for an answer that the service delays, by the clock of the test. */
async function delayed<T>(answer: Promise<T>): Promise<T> {
  let isDone = false
  const done = answer.finally(() => {
    isDone = true
  })
  while (!isDone) {
    clock.advance(100)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return done
}

let keyCount = 0

/** Creates a key of the user and returns it with what it may call. */
async function addKey(input: object, owner: TestUser = user) {
  keyCount += 1
  const { status, body } = await owner.api('POST', '/auth/keys', {
    name: `key ${keyCount}`,
    ...input,
  })
  expect([status, body.code]).toEqual([200, undefined])
  return { ...body, api: callAs(server, body.key) } as {
    id: number
    name: string
    key: string
    prefix: string
    api: TestUser['api']
  }
}

const meOf = async ({ api }: Pick<TestUser, 'api'>) => (await api('GET', '/users/me')).status

test('a key is shown once, kept as a hash, and recognised by its beginning', async () => {
  const created = await addKey({ preset: 'read' })
  expect(created.key).toMatch(/^rmt_[0-9A-Za-z]{38}$/)
  expect(isApiKey(created.key)).toBe(true)
  expect(isApiKey(`${created.key.slice(0, -1)}~`)).toBe(false)
  expect(created.key.startsWith(created.prefix)).toBe(true)
  const list = await user.api('GET', '/auth/keys')
  const stored = await server.service.db.selectFrom('api_keys').selectAll().execute()
  for (const text of [JSON.stringify(list.body), JSON.stringify(stored)]) {
    expect(text).toContain(created.prefix)
    expect(text).not.toContain(created.key)
    expect(text).not.toContain(created.key.slice(12))
  }
})

test('a scope that is missing is a 403 that names it', async () => {
  const { api } = await addKey({ scopes: ['lists:read'] })
  expect((await api('GET', '/lists')).status).toBe(200)
  const refused = await api('POST', '/lists', { name: 'x' })
  expect(refused.body).toMatchObject({
    status: 403,
    code: 'scope_missing',
    values: { scope: 'lists:write' },
    detail: 'This token does not have the scope lists:write.',
  })
  expect(refused.headers.get('www-authenticate')).toBe(
    'Bearer error="insufficient_scope", scope="lists:write"',
  )
  expect((await user.api('POST', '/lists', { name: 'x' })).status).toBe(200)
})

test('with write a campaign is saved, and only with send it is sent, tested or changed on its way', async () => {
  const writer = await addKey({ scopes: ['campaigns:write', 'campaigns:read'] })
  const { body: list } = await user.api('POST', '/lists', { name: 'Customers' })
  const draft = campaignOf(list.id, { draft: true })
  const { body: saved } = await writer.api('POST', '/campaigns', draft)
  const missing = { code: 'scope_missing', values: { scope: 'campaigns:send' } }
  const path = `/campaigns/${saved.id}`
  expect((await writer.api('PUT', path, { asunto: 'Later' })).status).toBe(200)
  const sent = await writer.api('POST', '/campaigns', { ...draft, draft: false })
  expect(sent.body).toMatchObject(missing)
  expect((await writer.api('PUT', `${path}/send`, {})).body).toMatchObject(missing)
  const test = { emails: ['me@example.org'] }
  expect((await writer.api('POST', `${path}/test`, test)).body).toMatchObject(missing)
  await server.service.db
    .updateTable('campaigns')
    .set({ status: 'scheduled' })
    .where('id', '=', saved.id)
    .execute()
  expect((await writer.api('PUT', path, { asunto: 'Other' })).body).toMatchObject(missing)
  // What may send may also save.
  const sender = await addKey({ scopes: ['campaigns:send'] })
  expect((await sender.api('POST', '/campaigns', draft)).status).toBe(200)
})

test('a key is no way to more rights: no other key, no login, no password', async () => {
  const all = await addKey({ preset: 'act', scopes: ['users:write', 'users:delete', 'keys:read'] })
  const below = await addUser(server, { parent: user.id })
  const refused = [403, 'session_needed']
  const call = async (method: string, path: string, body?: unknown) =>
    codeOf(await all.api(method, path, body))
  expect(await call('POST', '/auth/keys', { name: 'more', preset: 'act' })).toEqual(refused)
  expect(await call('POST', `/auth/keys/${all.id}/rotate`, {})).toEqual(refused)
  expect(await call('POST', `/users/${below.id}/impersonate`)).toEqual(refused)
  expect(await call('PUT', '/users/me', { email: 'other@example.org' })).toEqual(refused)
  expect(await call('PUT', `/users/${below.id}`, { pass: 'a new password' })).toEqual(refused)
  expect((await all.api('PUT', `/users/${below.id}`, { nombre: 'Bea' })).status).toBe(200)
  // An impersonator makes no key either: it would outlast the hour.
  const { body } = await user.api('POST', `/users/${below.id}/impersonate`)
  const acting = callAs(server, body.token)
  expect(codeOf(await acting('POST', '/auth/keys', { name: 'stay', preset: 'act' }))).toEqual([
    ...[403, 'forbidden'],
  ])
})

test('a key never gives more than the role of its user', async () => {
  const plain = await addUser(server, { parent: server.accountId })
  const key = await addKey({ scopes: ['users:write'] }, plain)
  const input = { username: 'someone', email: 'a@example.org', pass: 'long enough' }
  expect(codeOf(await key.api('POST', '/users', input))).toEqual([403, 'forbidden'])
  const own = await addKey({ scopes: ['users:read'] })
  expect((await own.api('GET', `/users/${server.accountId}`)).status).toBe(404)
})

test('who am I needs no scope, and says what the key may do', async () => {
  const end = new Date(clock.now() + hourMs).toISOString()
  const key = await addKey({ scopes: ['lists:read'], expires_at: end })
  const { body } = await key.api('GET', '/users/me')
  expect(body).toMatchObject({
    id: user.id,
    scopes: ['lists:read'],
    key: { id: key.id, name: key.name, prefix: key.prefix },
    permissions: expect.arrayContaining(['lists.list', 'users.me', 'public.subscribe']),
  })
  expect(body.permissions).not.toContain('campaigns.list')
  expect((await user.api('GET', '/users/me')).body).toMatchObject({ scopes: null, key: null })
})

test('the presets give what their names say', async () => {
  expect(scopesOf('read').every((scope) => scope.endsWith(':read'))).toBe(true)
  expect(scopesOf('import-only')).toEqual([
    ...['contacts:write', 'fields:read', 'jobs:read', 'lists:read'],
  ])
  expect(scopesOf('draft')).toContain('campaigns:write')
  expect(scopesOf('draft').filter((scope) => /:(send|delete)$/.test(scope))).toEqual([])
  expect(scopesOf('act')).toEqual(expect.arrayContaining(['campaigns:send', 'contacts:delete']))
  expect(scopesOf('act').filter((scope) => /^(users|keys|webhooks):(?!read)/.test(scope))).toEqual(
    [],
  )
  const { api } = await addKey({ preset: 'import-only' })
  const { body: list } = await user.api('POST', '/lists', { name: 'Imported' })
  const path = `/lists/${list.id}/contacts`
  expect((await api('POST', path, { email: 'new@example.org' })).status).toBe(200)
  expect(codeOf(await api('GET', path))).toEqual([403, 'scope_missing'])
  expect(codeOf(await api('GET', `/lists/${list.id}/export`))).toEqual([403, 'scope_missing'])
  expect(codeOf(await api('DELETE', `${path}/new@example.org`))).toEqual([403, 'scope_missing'])
})

test('a scope that no route needs, none at all, and a taken name are refused', async () => {
  const unknown = await user.api('POST', '/auth/keys', { name: 'a', scopes: ['lists:fly'] })
  expect(unknown.body.errors[0]).toMatchObject({ field: 'scopes/0', code: 'not_a_choice' })
  const none = await user.api('POST', '/auth/keys', { name: 'a' })
  expect(none.body.errors[0]).toMatchObject({ field: 'scopes', code: 'required' })
  const past = { name: 'a', preset: 'read', expires_at: '2020-01-01T00:00:00Z' }
  expect((await user.api('POST', '/auth/keys', past)).body.errors[0].code).toBe('past_time')
  const { name } = await addKey({ preset: 'read' })
  const again = await user.api('POST', '/auth/keys', { name, preset: 'read' })
  expect(codeOf(again)).toEqual([409, 'already_exists'])
})

test('a key ends when it is revoked, expires, or ends itself', async () => {
  const revoked = await addKey({ preset: 'read' })
  expect((await user.api('DELETE', `/auth/keys/${revoked.id}`)).status).toBe(200)
  expect(codeOf(await revoked.api('GET', '/users/me'))).toEqual([401, 'key_revoked'])
  expect((await user.api('DELETE', `/auth/keys/${revoked.id}`)).status).toBe(404)
  const other = await addUser(server, { parent: server.accountId })
  const kept = await addKey({ preset: 'read' })
  expect((await other.api('DELETE', `/auth/keys/${kept.id}`)).status).toBe(404)
  const short = await addKey({
    preset: 'read',
    expires_at: new Date(clock.now() + hourMs).toISOString(),
  })
  expect(await meOf(short)).toBe(200)
  clock.advance(hourMs)
  expect(codeOf(await short.api('GET', '/users/me'))).toEqual([401, 'key_expired'])
  const leaving = await addKey({ scopes: ['lists:read'] })
  expect((await leaving.api('POST', '/auth/logout', { all: true })).status).toBe(200)
  expect(codeOf(await leaving.api('GET', '/users/me'))).toEqual([401, 'key_revoked'])
  expect([await meOf(kept), await meOf(user)]).toEqual([200, 200])
})

test('a key that is no key, or of nobody, is refused', async () => {
  const { key } = await addKey({ preset: 'read' })
  const unknown = [
    'rmt_',
    'rmt_x',
    `${key}0`,
    `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
  ]
  for (const token of unknown) {
    expect(codeOf(await callAs(server, token)('GET', '/users/me'))).toEqual([401, 'key_unknown'])
  }
})

test('a rotated key works until the grace period ends, and keeps its scopes', async () => {
  const end = new Date(clock.now() + 1000 * hourMs).toISOString()
  const old = await addKey({ scopes: ['lists:read'], expires_at: end })
  clock.advance(hourMs)
  const { body } = await user.api('POST', `/auth/keys/${old.id}/rotate`, { grace_hours: 2 })
  expect(body).toMatchObject({ name: old.name, scopes: ['lists:read'] })
  expect(Date.parse(body.expires_at)).toBe(clock.now() + 1000 * hourMs)
  const fresh = { api: callAs(server, body.key) }
  expect([await meOf(old), await meOf(fresh)]).toEqual([200, 200])
  const { body: keys } = await user.api('GET', '/auth/keys?limit=100')
  const listed = keys.find(({ id }: { id: number }) => id === old.id)
  expect(listed).toMatchObject({ replaced_by: body.id })
  expect(codeOf(await user.api('POST', `/auth/keys/${old.id}/rotate`, {}))).toEqual([
    ...[409, 'wrong_state'],
  ])
  clock.advance(2 * hourMs)
  expect([await meOf(old), await meOf(fresh)]).toEqual([401, 200])
  const { body: last } = await user.api('POST', `/auth/keys/${body.id}/rotate`, { grace_hours: 0 })
  expect([await meOf(fresh), await meOf({ api: callAs(server, last.key) })]).toEqual([401, 200])
})

test('a key stops with its user, and a password set by someone else ends it', async () => {
  const owner = await addUser(server, { parent: user.id })
  const key = await addKey({ preset: 'read' }, owner)
  const setStatus = (status: string) => user.api('PUT', `/users/${owner.id}/status`, { status })
  await setStatus('suspended')
  expect(codeOf(await key.api('GET', '/lists'))).toEqual([403, 'suspended'])
  await setStatus('active')
  expect((await key.api('GET', '/lists')).status).toBe(200)
  // The own password ends the sessions, and programs go on.
  const change = { old_pass: server.pass, pass: 'another password' }
  expect((await owner.api('PUT', '/users/me', change)).status).toBe(200)
  expect(await meOf(key)).toBe(200)
  await user.api('PUT', `/users/${owner.id}`, { pass: 'set by another' })
  expect(codeOf(await key.api('GET', '/lists'))).toEqual([401, 'key_revoked'])
  const second = await addUser(server, { parent: user.id })
  const theirs = await addKey({ preset: 'read' }, second)
  const plain = await user.api('DELETE', `/users/${second.id}/sessions`)
  expect(plain.body).toEqual({ ok: true, revoked: 1 })
  expect(await meOf(theirs)).toBe(200)
  const both = await user.api('DELETE', `/users/${second.id}/sessions?keys=1`)
  expect(both.body).toMatchObject({ revoked_keys: 1 })
  expect(await meOf(theirs)).toBe(401)
  const third = await addUser(server, { parent: user.id })
  const gone = await addKey({ preset: 'read' }, third)
  await user.api('DELETE', `/users/${third.id}`)
  expect(await meOf(gone)).toBe(401)
})

test('the last use is known to the minute', async () => {
  const key = await addKey({ preset: 'read' })
  const lastUse = async () => {
    const { body } = await user.api('GET', '/auth/keys?limit=100')
    return body.find(({ id }: { id: number }) => id === key.id).last_used_at
  }
  expect(await lastUse()).toBe(null)
  await key.api('GET', '/lists')
  const first = await lastUse()
  expect(Date.parse(first)).toBe(clock.now())
  clock.advance(30_000)
  await key.api('GET', '/lists')
  expect(await lastUse()).toBe(first)
  clock.advance(30_000)
  await key.api('GET', '/lists')
  expect(Date.parse(await lastUse())).toBe(clock.now())
})

test('a 429 names the key, because the programs of an account share its limits', async () => {
  const limits = {
    ...{ monthly_sends: 0, contacts_max: 0, ai_generations: 0, rate_per_hour: 3 },
  }
  const slow = await addUser(server, { parent: server.accountId, limits })
  const key = await addKey({ preset: 'read' }, slow)
  for (let time = 0; time < 2; time++) expect(await meOf(key)).toBe(200)
  const { body } = await delayed(key.api('GET', '/lists'))
  expect(body).toMatchObject({
    code: 'rate_limited',
    values: { key: `${key.name} (${key.prefix})` },
  })
  expect(body.detail).toContain(key.prefix)
  expect(JSON.stringify(body)).not.toContain(key.key)
})

test('getToken answers as the specification says, and its tokens may do everything', async () => {
  const { body } = await server.request('POST', `${apiPrefix}/auth/getToken`, {
    username: 'ana',
    pass: server.pass,
  })
  expect(Object.keys(body).sort()).toEqual(['expires_at', 'token'])
  expect((await callAs(server, body.token)('GET', '/users/me')).body.scopes).toBe(null)
})

test('at most a hundred keys stand beside each other', async () => {
  const owner = await addUser(server, { parent: server.accountId })
  const { db } = server.service
  const row = {
    ...{ account_id: owner.id, prefix: 'rmt_', scopes: 'lists:read', created_at: 0 },
    ...{ expires_at: null, last_used_at: null, revoked_at: null, replaced_by: null },
  }
  const rows = Array.from({ length: 100 }, (_, index) => ({
    ...{ ...row, name: `${index}`, hash: `${owner.id} ${index}` },
  }))
  await db.insertInto('api_keys').values(rows).execute()
  const refused = await owner.api('POST', '/auth/keys', { name: 'more', preset: 'read' })
  expect(codeOf(refused)).toEqual([403, 'quota_exceeded'])
})
