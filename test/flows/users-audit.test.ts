import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopesOf } from '../../src/contract/scopes.ts'
import { apiPrefix } from '../../src/service/app.ts'
import { addApiKey } from '../support/access/api-keys.ts'
import { testClock } from '../support/clock.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { addUser, callAs, type TestUser } from '../support/users.ts'

const clock = testClock()
const limits = {
  ...{ monthly_sends: 10, contacts_max: 1000, ai_generations: 0, rate_per_hour: 100_000 },
}

let server: TestService
beforeAll(async () => {
  server = await startService({ clock, trustedProxies: 1 })
})
afterAll(() => server.close())

const addReseller = () => addUser(server, { parent: server.accountId, role: 'Reseller', limits })

interface Entry {
  act: string
  path: string
  changes: { field: string; before: string | null; after: string | null }[]
}

/** Returns what the audit log of a user shows, the oldest first. */
async function auditOf(user: TestUser, query = ''): Promise<Entry[]> {
  const { status, body } = await user.api('GET', `/users/${user.id}/audit?order=asc&${query}`)
  expect(status).toBe(200)
  return body
}

const actsOf = (entries: readonly Entry[]) => entries.map(({ act }) => act)

test('refused logins are logged with their place, as many as a flood may add', async () => {
  const user = await addReseller()
  const { db } = server.service
  const wrong = (network: number) =>
    server.request(
      'POST',
      `${apiPrefix}/auth/getToken`,
      { username: user.username, pass: 'wrong' },
      { 'x-forwarded-for': `198.51.${network}.7` },
    )
  expect((await wrong(1)).status).toBe(401)
  expect((await auditOf(user)).at(-1)).toMatchObject({
    act: 'POST /auth/getToken',
    ip: '198.51.1.7',
    changes: [{ field: 'login', before: null, after: 'refused' }],
  })
  const key = `refused login ${user.username.toLowerCase()}`
  await db.updateTable('counters').set({ count: 20 }).where('key', '=', key).execute()
  expect((await wrong(2)).status).toBe(401)
  expect(await auditOf(user)).toHaveLength(1)
})

test('what a person changes is logged with the place, the program and the ids', async () => {
  const user = await addReseller()
  const headers = {
    authorization: `Bearer ${user.token}`,
    'user-agent': 'nightly/2.0\u0085',
    'x-forwarded-for': '192.0.2.7',
  }
  const call = (method: string, path: string, body?: object) =>
    server.request(method, apiPrefix + path, body, headers)
  const { body: list } = await call('POST', '/lists', { name: 'Customers' })
  await call('POST', `/lists/${list.id}/contacts`, { email: 'bea@example.org' })
  await call('GET', `/lists/${list.id}`)
  await call('DELETE', `/lists/${list.id}/contacts/bea@example.org`)
  // A refused request has changed nothing.
  await call('POST', '/lists', { name: '' })
  const entries = await auditOf(user)
  expect(entries).toMatchObject([
    { act: 'POST /lists', path: '/lists', new_id: list.id },
    { act: 'POST /lists/:id/contacts', path: `/lists/${list.id}/contacts` },
    // The address of a contact does not stay in the log.
    { act: 'DELETE /lists/:id/contacts/:contact', path: `/lists/${list.id}/contacts/:contact` },
  ])
  for (const entry of entries) {
    expect(entry).toMatchObject({
      ...{ actor: user.username, actor_id: user.id, account_id: user.id, ip: '192.0.2.7' },
      ...{ client: expect.stringMatching(/^nightly\/2\.0/), key: null, key_id: null },
    })
  }
  expect(JSON.stringify(entries)).not.toContain('bea@')
})

test('a change of settings is logged with the values before and after, and no secret', async () => {
  const parent = await addReseller()
  const user = await addUser(server, { parent: parent.id })
  await user.api('PUT', '/users/me', { nombre: 'Bea', timezone: 'UTC' })
  await user.api('PUT', '/users/me', { pass: 'a new password', old_pass: server.pass })
  await user.api('PUT', `/users/${user.id}/brand`, { name: 'Wines', color: '#0b57d0' })
  await user.api('PUT', `/users/${user.id}/brand`, { name: 'Old wines' })
  await parent.api('PUT', `/users/${user.id}`, { email: 'new@example.org' })
  await parent.api('PUT', `/users/${user.id}/quota`, { contacts_max: 7 })
  await parent.api('PUT', `/users/${user.id}/role`, { role: 'Reseller' })
  await parent.api('PUT', `/users/${user.id}/status`, { status: 'suspended', reason: 'a test' })
  const entries = await auditOf({ ...parent, id: user.id })
  expect(entries.map(({ act, changes }) => [act, changes])).toEqual([
    [
      'PUT /users/me',
      [
        { field: 'nombre', before: '', after: 'Bea' },
        { field: 'timezone', before: 'Europe/Madrid', after: 'UTC' },
      ],
    ],
    ['PUT /users/me', [{ field: 'pass', before: null, after: null }]],
    [
      'PUT /users/:id/brand',
      [
        { field: 'name', before: null, after: 'Wines' },
        { field: 'color', before: null, after: '#0b57d0' },
      ],
    ],
    ['PUT /users/:id/brand', [{ field: 'name', before: 'Wines', after: 'Old wines' }]],
    [
      'PUT /users/:id',
      [{ field: 'email', before: `${user.username}@example.org`, after: 'new@example.org' }],
    ],
    ['PUT /users/:id/quota', [{ field: 'contacts_max', before: '0', after: '7' }]],
    ['PUT /users/:id/role', [{ field: 'role', before: 'User', after: 'Reseller' }]],
    [
      'PUT /users/:id/status',
      [
        { field: 'status', before: 'active', after: 'suspended' },
        { field: 'reason', before: '', after: 'a test' },
      ],
    ],
  ])
  const text = JSON.stringify(await server.service.db.selectFrom('audit').selectAll().execute())
  expect(text).not.toContain('a new password')
  expect(text).not.toContain('scrypt')
})

test('a change of a list and a new sender are logged with their values', async () => {
  const user = await addReseller()
  const { body: list } = await user.api('POST', '/lists', { name: 'Customers' })
  const edit = { name: 'Customers', double_optin: true, form_origins: ['https://shop.example'] }
  expect((await user.api('PUT', `/lists/${list.id}`, edit)).status).toBe(200)
  await user.api('POST', '/senders', { from_name: 'News', from_mail: 'news@example.org' })
  const [, changed, added] = await auditOf(user)
  expect([changed?.changes, added?.changes]).toEqual([
    [
      { field: 'double_optin', before: 'false', after: 'true' },
      { field: 'form_origins', before: '[]', after: '["https://shop.example"]' },
    ],
    [
      { field: 'from_name', before: null, after: 'News' },
      { field: 'from_mail', before: null, after: 'news@example.org' },
    ],
  ])
})

test('what is done with a key is logged with its name, and found by it', async () => {
  const user = await addReseller()
  const { body: key } = await user.api('POST', '/auth/keys', { name: 'nightly', preset: 'act' })
  const program = callAs(server, key.key)
  await program('POST', '/lists', { name: 'By a program' })
  await user.api('POST', '/lists', { name: 'By hand' })
  const byKey = await auditOf(user, `key_id=${key.id}`)
  expect(byKey).toMatchObject([
    { act: 'POST /lists', key_id: key.id, key: `nightly (${key.prefix})` },
  ])
  const all = await auditOf(user)
  expect(actsOf(all)).toEqual(['POST /auth/keys', 'POST /lists', 'POST /lists'])
  expect(all[0]?.changes).toMatchObject([{ field: 'name', after: 'nightly' }, { field: 'scopes' }])
  const rows = JSON.stringify(await server.service.db.selectFrom('audit').selectAll().execute())
  expect(rows).not.toContain(key.key)
})

test('everybody reads the audit of their own account and of those below', async () => {
  const parent = await addReseller()
  const user = await addUser(server, { parent: parent.id, limits })
  const stranger = await addReseller()
  await user.api('POST', '/lists', { name: 'Mine' })
  const { body } = await parent.api('POST', `/users/${user.id}/impersonate`)
  await callAs(server, body.token)('POST', '/lists', { name: 'For you' })
  const seen = await auditOf(user)
  expect(seen).toMatchObject([
    { act: 'POST /lists', actor: user.username },
    { act: 'POST /users/:id/impersonate', actor: parent.username },
    { act: 'POST /lists', actor: parent.username, account: user.username },
  ])
  expect(await auditOf({ ...parent, id: user.id })).toEqual(seen)
  expect((await stranger.api('GET', `/users/${user.id}/audit`)).status).toBe(404)
  expect((await user.api('GET', `/users/${parent.id}/audit`)).status).toBe(404)
  const reader = await addApiKey(server, user.id, ['lists:read'])
  const refused = await callAs(server, reader)('GET', `/users/${user.id}/audit`)
  expect(refused.body).toMatchObject({ values: { scope: 'audit:read' } })
})

test('a program that adds contacts all day does not fill the log', async () => {
  const user = await addReseller()
  const { body: list } = await user.api('POST', '/lists', { name: 'Busy' })
  const add = (count: number) =>
    user.api('POST', `/lists/${list.id}/contacts`, { email: `a${count}@example.org` })
  for (let count = 0; count < 25; count++) await add(count)
  expect(await auditOf(user, 'limit=100')).toHaveLength(1 + 20)
  clock.advance(3_600_000)
  await add(25)
  expect(await auditOf(user, 'limit=100')).toHaveLength(1 + 21)
})

test('the pages and the period of the log, as JSON and as CSV', async () => {
  const user = await addReseller()
  for (const name of ['A', 'B', 'C']) {
    await user.api('POST', '/lists', { name })
    clock.advance(60_000)
  }
  const all = await auditOf(user)
  const newest = await user.api('GET', `/users/${user.id}/audit?limit=2`)
  expect(newest.body).toEqual([all[2], all[1]])
  const next = newest.headers.get('x-next-cursor')
  const last = await user.api('GET', `/users/${user.id}/audit?limit=2&cursor=${next}`)
  expect(last.body).toEqual([all[0]])
  const from = new Date(clock.now() - 120_000).toISOString()
  const to = new Date(clock.now() - 60_000).toISOString()
  expect(await auditOf(user, `from=${from}&to=${to}`)).toEqual([all[1]])
  const csv = await fetch(`${server.origin}${apiPrefix}/users/${user.id}/audit`, {
    headers: { authorization: `Bearer ${user.token}`, accept: 'text/csv' },
  })
  const lines = (await csv.text()).trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(/^id,at,actor_id,actor,/)
})

test('the command line shows the audit, and writes it as CSV', async () => {
  const user = await addReseller()
  await user.api('PUT', '/users/me', { nombre: 'Bea' })
  clock.advance(8 * 86_400_000)
  const cliOf = async (scopes: readonly string[]) =>
    remite({ url: server.url, token: await addApiKey(server, user.id, scopes) }, clock)
  const program = await cliOf(scopesOf('act'))
  const created = await program('lists', 'create', '--name', 'Z')
  expect(created.code, created.stderr).toBe(0)
  const cli = await cliOf(['audit:read', 'users:read'])
  const week = await cli('users', 'audit', '--since', '7d', '-o', 'csv')
  expect(week.code, week.stderr).toBe(0)
  const [head = '', row = '', ...more] = week.stdout.trim().split(/\r?\n/)
  expect([head.split(',').slice(0, 3), more]).toEqual([['at', 'actor', 'act'], []])
  expect(row).toContain('POST /lists')
  expect(row).toMatch(/rmt_\w{6}/)
  const wide = { terminal: { columns: 220 }, env: { NO_COLOR: '1' } }
  const shown = await cli.with(wide)('users', 'audit')
  expect(shown.stdout).toMatch(/Time +Actor +Action/)
  expect(shown.stdout).toMatch(/ Change your account .*nombre: – → Bea/)
  expect(shown.stdout).not.toMatch(/PUT|POST/)
  const spanish = await cli.with({ ...wide, env: { ...wide.env, LANG: 'es_ES.UTF-8' } })(
    ...['users', 'audit', user.username],
  )
  expect(spanish.stdout).toMatch(/Hora +Autor +Acción/)
  expect(spanish.stdout).toMatch(/ Crear una lista /)
  const json = await cli('users', 'audit', '-o', 'json')
  expect(json.json().data.at(-1).changes).toEqual([{ field: 'nombre', before: '', after: 'Bea' }])
})
