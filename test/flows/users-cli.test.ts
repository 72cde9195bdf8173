import { afterAll, beforeAll, expect, test } from 'vitest'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { addUser } from '../support/users.ts'

let server: TestService
let cli: ReturnType<typeof remite>
beforeAll(async () => {
  server = await startService()
  cli = remite(server)
})
afterAll(() => server.close())

const secret = 'another long secret'

async function newUser(name: string, ...more: string[]): Promise<string> {
  const args = ['users', 'create', '--username', name, '--email', `${name}@example.org`]
  const result = await cli.with({ stdin: secret })(
    ...args,
    '--password-stdin',
    '-o',
    'ids',
    ...more,
  )
  expect([result.code, result.stderr]).toEqual([0, ''])
  return result.stdout.trim()
}

test('a user is created, listed, updated, given another role, and deleted by name', async () => {
  const id = await newUser('luis')
  expect((await cli('users', 'list', '--q', 'luis', '-o', 'ids')).stdout).toBe(`${id}\n`)
  expect((await cli('users', 'update', id, '--nombre', 'Luis')).code).toBe(0)
  expect((await cli('users', 'role', id, 'reseller', '--json')).json().role).toBe('Reseller')
  const { stdout } = await cli('users', 'get', id, '--json')
  expect(JSON.parse(stdout)).toMatchObject({ nombre: 'Luis', role: 'Reseller' })
  const unconfirmed = await cli('users', 'delete', id)
  expect([unconfirmed.code, unconfirmed.stderr.includes('luis')]).toEqual([7, true])
  expect((await cli('users', 'delete', id, '--confirm', 'luis')).code).toBe(0)
  expect((await cli('users', 'get', id)).code).toBe(3)
})

test('deleting a user with sub-accounts needs a new parent', async () => {
  const top = await newUser('top', '--role', 'Reseller')
  const below = await addUser(server, { parent: Number(top) })
  const tree = await cli('users', 'subaccounts', top, '-o', 'ids')
  expect(tree.stdout).toBe(`${below.id}\n`)
  expect((await cli('users', 'delete', top, '--confirm', 'top')).code).toBe(6)
  const to = ['--transfer-to', String(server.accountId)]
  expect((await cli('users', 'delete', top, '--confirm', 'top', ...to)).code).toBe(0)
  const { stdout } = await cli('users', 'get', String(below.id), '--json')
  expect(JSON.parse(stdout).parent_id).toBe(server.accountId)
})

test('a suspended user cannot log in until reactivated', async () => {
  const id = await newUser('eva')
  const login = () =>
    cli.with({ stdin: secret })(
      ...['auth', 'login', '--username', 'eva', '--password-stdin', '--profile', 'eva'],
    )
  expect((await cli('users', 'status', id, 'suspended', '--reason', 'Unpaid')).code).toBe(0)
  expect((await login()).code).toBe(5)
  expect((await cli('users', 'status', id, 'active')).code).toBe(0)
  expect((await login()).code).toBe(0)
})

test('the limits of a user are shown and set within those of the parent', async () => {
  const id = await newUser('nora')
  const set = await cli('users', 'quota', 'set', id, '--monthly-sends', '500', '--json')
  expect(set.json()).toMatchObject({ monthly_sends: 500, used: 0 })
  expect((await cli('users', 'quota', 'get', id, '--jq', '.monthly_sends')).stdout).toBe('500\n')
  const much = await cli('users', 'quota', 'set', id, '--monthly-sends', '99000000')
  expect(much.code).toBe(5)
  expect(much.stderr).toMatch(/more than your plan allows/)
})

test('a token of another account logs in as that account, for scripts', async () => {
  const id = await newUser('omar')
  const { stdout } = await cli('users', 'impersonate', id, '--fields', 'token')
  const as = cli.with({ env: { REMITE_TOKEN: stdout.trim() } })
  const me = (await as('users', 'me', 'get', '--json')).json()
  expect(me).toMatchObject({ username: 'omar', impersonated_by: server.accountId })
  expect((await as('users', 'me', 'update', '--nombre', 'X')).code).toBe(5)
  expect((await cli('users', 'revoke-sessions', id, '--yes', '--json')).json().revoked).toBe(1)
  expect((await as('users', 'me', 'get')).code).toBe(4)
})

test('one’s own account is shown and updated; a password comes from two input lines, not a flag', async () => {
  const user = await addUser(server, { parent: server.accountId })
  const userCli = remite({ url: server.url, token: user.token })
  expect((await userCli('users', 'me', 'update', '--timezone', 'America/Lima')).code).toBe(0)
  expect((await userCli('users', 'me', 'get', '--jq', '.timezone')).stdout).toBe('America/Lima\n')
  const change = ['users', 'me', 'update', '--password-stdin']
  const wrong = await userCli.with({ stdin: `guess\n${secret}\n` })(...change)
  expect(wrong.code).toBe(4)
  expect((await userCli.with({ stdin: `${server.pass}\n` })(...change)).code).toBe(2)
  expect((await userCli.with({ stdin: `${server.pass}\n${secret}\n` })(...change)).code).toBe(0)
  expect((await userCli('users', 'me', 'update', '--change-password')).code).toBe(2)
})

test('the roles are listed with their permissions', async () => {
  const { stdout } = await cli('users', 'roles', '--json')
  const [admin, , user] = JSON.parse(stdout).data
  expect([admin.role, user.role]).toEqual(['Admin', 'User'])
  expect(user.permissions).toContain('campaigns.send')
  expect(user.permissions).not.toContain('users.create')
})
