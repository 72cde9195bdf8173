import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type TestClock, testClock } from '../support/clock.ts'
import { newFolder } from '../support/folder.ts'
import { createPostgres } from '../support/postgres.ts'
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

/** A service that goes on working while its audit is read. */
async function install(clock: TestClock) {
  const postgres = postgresServer ? await createPostgres(postgresServer) : undefined
  const source = postgres?.url ?? join(newFolder(), 'remite.db')
  const server = await startService({ file: source, clock })
  close = [async () => postgres?.drop(), () => server.close()]
  const audit = (words: string[] = [], { env, ...options }: RunOptions = {}) =>
    remite(undefined, clock).with({
      ...options,
      env: { ...(postgres && { REMITE_DATABASE_URL: source }), ...env },
    })('database', 'audit', ...(postgres ? [] : ['--from', source]), ...words)
  return { server, audit }
}

/** The admin suspends a user and acts for another, who makes a list that way. */
async function act(server: TestService, clock: TestClock) {
  const one = await addUser(server, { parent: server.accountId })
  const other = await addUser(server, { parent: server.accountId })
  await server.api('PUT', `/users/${one.id}/status`, { status: 'suspended' })
  clock.advance(3 * dayMs)
  const { body: login } = await server.request('POST', '/v3/api/auth/getToken', {
    username: 'ana',
    pass: server.pass,
  })
  const { body } = await callAs(server, login.token)('POST', `/users/${other.id}/impersonate`)
  await callAs(server, body.token)('POST', '/lists', { name: 'Clientes' })
  return { one, other, login: login.token }
}

interface Shown {
  data: { actor: string; act: string; account: string }[]
}

const actsOf = ({ data }: Shown) =>
  data.map(({ actor, act, account }) => `${actor} ${act} ${account}`)

test('the operator reads who acted for whom, while the service works', async () => {
  const clock = testClock()
  const { server, audit } = await install(clock)
  const { one, other, login } = await act(server, clock)
  const { code, stderr, json } = await audit(['-o', 'json'])
  expect(code, stderr).toBe(0)
  expect(actsOf(json())).toEqual([
    `ana PUT /users/:id/status ${one.username}`,
    `ana POST /users/:id/impersonate ${other.username}`,
    `ana POST /lists ${other.username}`,
  ])
  expect(json().data[0]).toMatchObject({ at: '2027-03-01T09:00:00.000Z', account_id: one.id })
  const since = await audit(['--since', '2d', '-o', 'json'])
  expect(since.json().data).toHaveLength(2)
  expect((await audit(['--limit', '1', '-o', 'json'])).json().data).toHaveLength(1)
  const ofOne = await audit(['--account', one.username.toUpperCase(), '-o', 'json'])
  expect(actsOf(ofOne.json())).toEqual([`ana PUT /users/:id/status ${one.username}`])
  expect((await audit(['--account', 'ana', '-o', 'json'])).json().data).toHaveLength(3)
  // Whose name is gone is named by the number.
  await callAs(server, login)('DELETE', `/users/${one.id}`)
  const gone = await audit(['--account', String(one.id), '-o', 'json'])
  expect(actsOf(gone.json())).toEqual([
    `ana PUT /users/:id/status deleted:${one.id}`,
    `ana DELETE /users/:id deleted:${one.id}`,
  ])
})

test('it is shown in either language and every format', async () => {
  const clock = testClock()
  const { server, audit } = await install(clock)
  const { one } = await act(server, clock)
  const english = await audit([], { terminal, env: { NO_COLOR: '1' } })
  expect(english.stdout).toMatch(/At +By +What +Account/)
  expect(english.stdout).toContain(one.username)
  const spanish = await audit([], {
    terminal,
    env: { NO_COLOR: '1', LANG: 'es_ES.UTF-8' },
  })
  expect(spanish.stdout).toMatch(/A las +Quién +Qué +Cuenta/)
  expect((await audit(['-o', 'csv'])).stdout.split('\n')[0]?.trim()).toMatch(/at,/)
  const lines = (await audit(['-o', 'ndjson'])).stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([1, 2, 3])
  expect((await audit(['-o', 'ids'])).stdout).toBe('1\n2\n3\n')
})

test('more than a page is read to its end', async () => {
  const clock = testClock()
  const { server, audit } = await install(clock)
  const at = clock.now()
  const rows = Array.from({ length: 1200 }, () => {
    return { account_id: server.accountId, actor_id: 1, act: 'GET /', at }
  })
  for (const start of [0, 600]) {
    const slice = rows.slice(start, start + 600)
    await server.service.db.insertInto('audit').values(slice).execute()
  }
  const { stdout } = await audit(['-o', 'ids'])
  expect(stdout.trim().split('\n')).toHaveLength(1200)
})

test('a name nobody has, a time nobody understands and a file that is none are refused by name', async () => {
  const { audit } = await install(testClock())
  const codeOf = ({ code, stderr }: { code: number; stderr: string }) => [
    ...[code, JSON.parse(stderr).error.code],
  ]
  expect(codeOf(await audit(['--account', 'nobody', '-o', 'json']))).toEqual([3, 'not_found'])
  expect(codeOf(await audit(['--since', 'once', '-o', 'json']))).toEqual([2, 'time_unreadable'])
  const nowhere = await audit(['--from', join(newFolder(), 'none.db'), '-o', 'json'])
  expect(codeOf(nowhere)[1]).toBe('not_a_database')
})
