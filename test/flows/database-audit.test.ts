import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type TestClock, testClock } from '../support/clock.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { newFolder } from '../support/folder.ts'
import { type RunOptions, remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { addUser, callAs } from '../support/users.ts'

const dayMs = 86_400_000
const terminal = { columns: 120 }
const postgresServer = process.env.REMITE_TEST_DATABASE_URL

let close: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of close.reverse()) await end()
  close = []
})

/** Starts a service that runs while its audit log is read. */
async function install(clock: TestClock) {
  const postgres = postgresServer ? await createPostgres(postgresServer) : undefined
  const source = postgres?.url ?? join(newFolder(), 'remite.db')
  const server = await startService({ file: source, clock })
  close = [async () => postgres?.drop(), () => server.close()]
  const audit = (args: string[] = [], { env, ...options }: RunOptions = {}) =>
    remite(undefined, clock).with({
      ...options,
      env: { ...(postgres && { REMITE_DATABASE_URL: source }), ...env },
    })('database', 'audit', ...(postgres ? [] : ['--from', source]), ...args)
  return { server, audit }
}

/** The admin suspends one user, impersonates another and creates a list as that user. */
async function act(server: TestService, clock: TestClock) {
  const suspended = await addUser(server, { parent: server.accountId })
  const impersonated = await addUser(server, { parent: server.accountId })
  await server.api('PUT', `/users/${suspended.id}/status`, { status: 'suspended' })
  clock.advance(3 * dayMs)
  const { body: login } = await server.request('POST', '/v3/api/auth/getToken', {
    username: 'ana',
    pass: server.pass,
  })
  const { body } = await callAs(server, login.token)(
    'POST',
    `/users/${impersonated.id}/impersonate`,
  )
  await callAs(server, body.token)('POST', '/lists', { name: 'Clientes' })
  return { suspended, impersonated, login: login.token }
}

interface AuditEntry {
  data: { actor: string; act: string; account: string }[]
}

const actsOf = ({ data }: AuditEntry) =>
  data.map(({ actor, act, account }) => `${actor} ${act} ${account}`)

test('the operator reads who acted for whom while the service runs', async () => {
  const clock = testClock()
  const { server, audit } = await install(clock)
  const { suspended, impersonated, login } = await act(server, clock)
  const { code, stderr, json } = await audit(['-o', 'json'])
  expect(code, stderr).toBe(0)
  expect(actsOf(json())).toEqual([
    `ana PUT /users/:id/status ${suspended.username}`,
    `ana POST /users/:id/impersonate ${impersonated.username}`,
    `ana POST /lists ${impersonated.username}`,
  ])
  expect(json().data[0]).toMatchObject({ at: '2027-03-01T09:00:00.000Z', account_id: suspended.id })
  const since = await audit(['--since', '2d', '-o', 'json'])
  expect(since.json().data).toHaveLength(2)
  expect((await audit(['--limit', '1', '-o', 'json'])).json().data).toHaveLength(1)
  const ofOne = await audit(['--account', suspended.username.toUpperCase(), '-o', 'json'])
  expect(actsOf(ofOne.json())).toEqual([`ana PUT /users/:id/status ${suspended.username}`])
  expect((await audit(['--account', 'ana', '-o', 'json'])).json().data).toHaveLength(3)
  // The audit shows a deleted account by its id.
  await callAs(server, login)('DELETE', `/users/${suspended.id}`)
  const gone = await audit(['--account', String(suspended.id), '-o', 'json'])
  expect(actsOf(gone.json())).toEqual([
    `ana PUT /users/:id/status deleted:${suspended.id}`,
    `ana DELETE /users/:id deleted:${suspended.id}`,
  ])
})

test('reads in the name of another are logged too, once a minute for each route', async () => {
  const clock = testClock()
  const { server, audit } = await install(clock)
  const user = await addUser(server, { parent: server.accountId })
  const { body } = await server.api('POST', `/users/${user.id}/impersonate`)
  const acting = callAs(server, body.token)
  const { body: list } = await user.api('POST', '/lists', { name: 'Clientes' })
  await user.api('GET', '/lists')
  for (let time = 0; time < 3; time++) await acting('GET', '/lists')
  await acting('GET', `/lists/${list.id}/contacts?q=ana`)
  clock.advance(60_000)
  await acting('GET', '/lists')
  const { body: again } = await server.api('POST', `/users/${user.id}/impersonate`)
  await callAs(server, again.token)('GET', '/lists')
  expect(actsOf((await audit(['-o', 'json'])).json())).toEqual([
    `ana POST /users/:id/impersonate ${user.username}`,
    `${user.username} POST /lists ${user.username}`,
    `ana GET /lists ${user.username}`,
    `ana GET /lists/:id/contacts ${user.username}`,
    `ana GET /lists ${user.username}`,
    `ana POST /users/:id/impersonate ${user.username}`,
    `ana GET /lists ${user.username}`,
  ])
})

test('the audit is shown in both languages and every format', async () => {
  const clock = testClock()
  const { server, audit } = await install(clock)
  const { suspended } = await act(server, clock)
  const english = await audit([], { terminal, env: { NO_COLOR: '1' } })
  expect(english.stdout).toMatch(/Time +Actor +Action +Account/)
  expect(english.stdout).toContain(suspended.username)
  const spanish = await audit([], {
    terminal,
    env: { NO_COLOR: '1', LANG: 'es_ES.UTF-8' },
  })
  expect(spanish.stdout).toMatch(/Hora +Autor +Acción +Cuenta/)
  expect((await audit(['-o', 'csv'])).stdout.split('\n')[0]?.trim()).toMatch(/at,/)
  const lines = (await audit(['-o', 'ndjson'])).stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2, 3])
  expect((await audit(['-o', 'ids'])).stdout).toBe('1\n2\n3\n')
})

test('more than one page is read to the end', async () => {
  const clock = testClock()
  const { server, audit } = await install(clock)
  const now = clock.now()
  const rows = Array.from({ length: 1200 }, () => {
    return { account_id: server.accountId, actor_id: 1, act: 'GET /', at: now }
  })
  for (const start of [0, 600]) {
    const slice = rows.slice(start, start + 600)
    await server.service.db.insertInto('audit').values(slice).execute()
  }
  const { stdout } = await audit(['-o', 'ids'])
  expect(stdout.trim().split('\n')).toHaveLength(1200)
})

test('an unknown name, an invalid time and a missing file are refused by name', async () => {
  const { audit } = await install(testClock())
  const codeOf = ({ code, stderr }: { code: number; stderr: string }) => [
    ...[code, JSON.parse(stderr).error.code],
  ]
  expect(codeOf(await audit(['--account', 'nobody', '-o', 'json']))).toEqual([3, 'not_found'])
  expect(codeOf(await audit(['--since', 'once', '-o', 'json']))).toEqual([2, 'time_unreadable'])
  const nowhere = await audit(['--from', join(newFolder(), 'none.db'), '-o', 'json'])
  expect(codeOf(nowhere)[1]).toBe('not_a_database')
})
