import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createPostgres } from '../support/database/postgres.ts'
import { newFolder } from '../support/folder.ts'
import { remite } from '../support/remite.ts'
import { startService } from '../support/service.ts'
import { callAs } from '../support/users.ts'

const postgresServer = process.env.REMITE_TEST_DATABASE_URL

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function start() {
  const postgres = postgresServer ? await createPostgres(postgresServer) : undefined
  if (postgres) ends.push(() => postgres.drop())
  const source = postgres?.url ?? join(newFolder(), 'remite.db')
  const server = await startService({ file: source })
  ends.push(server.close)
  const reset = (stdin: string, ...args: string[]) =>
    remite(undefined).with({
      stdin,
      env: postgres ? { REMITE_DATABASE_URL: source } : {},
    })('users', 'reset-password', ...args, ...(postgres ? [] : ['--folder', dirname(source)]))
  const login = async (pass: string) =>
    (await server.request('POST', '/v3/api/auth/getToken', { username: 'ana', pass })).status
  return { server, reset, login }
}

test('an operator sets a lost password beside the running service, and open sessions end', async () => {
  const { server, reset, login } = await start()
  expect((await server.api('GET', '/users/me')).status).toBe(200)
  const { code, stdout, stderr } = await reset(
    'a new long password\n',
    'Ana',
    '--password-stdin',
    '--json',
  )
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    { id: server.accountId, username: 'ana', sessions_ended: 1, keys_revoked: 0 },
  ])
  expect(stdout + stderr).not.toContain('a new long password')
  expect(await login('a new long password')).toBe(200)
  expect(await login(server.pass)).toBe(401)
  expect((await server.api('GET', '/users/me')).status).toBe(401)
  // The owner of the account sees that it was not them.
  const { token } = (
    await server.request('POST', '/v3/api/auth/getToken', {
      ...{ username: 'ana', pass: 'a new long password' },
    })
  ).body
  const { body } = await callAs(server, token)('GET', `/users/${server.accountId}/audit`)
  expect(body.find(({ act }: { act: string }) => act === 'users reset-password')).toMatchObject({
    ...{ actor_id: null, actor: null, account: 'ana', client: 'operator' },
    changes: [{ field: 'pass', before: null, after: null }],
  })
})

test('an unknown user, a short password and a missing one change nothing', async () => {
  const { server, reset, login } = await start()
  expect((await reset('a new long password\n', 'eva', '--password-stdin')).code).toBe(3)
  expect((await reset('x\n', 'ana', '--password-stdin')).code).toBe(6)
  expect((await reset('', 'ana')).code).toBe(2)
  expect(await login(server.pass)).toBe(200)
  const none = await remite()('users', 'reset-password', 'ana', '--from', '/nowhere/remite.db')
  expect([none.code, none.stdout]).toEqual([2, ''])
  // A password in an argument would be visible in the process list.
  const url = 'postgres://remite:secret@127.0.0.1/remite'
  const shown = await remite()('users', 'reset-password', 'ana', '--database', url)
  expect([shown.code, shown.stderr]).toEqual([2, expect.stringContaining('REMITE_DATABASE_URL')])
  expect(shown.stderr).not.toContain('secret@')
})
