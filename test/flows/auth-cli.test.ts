import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

const login = ['auth', 'login', '--username', 'ana', '--password-stdin', '--remember-me']

test('a login stores the session readable by its owner alone, and the next run uses it', async () => {
  const cli = remite()
  const result = await cli.with({ stdin: `${server.pass}\n` })(
    ...login,
    '--api-url',
    server.url,
    '--json',
  )
  expect(result.stderr).toBe('')
  expect(result.code).toBe(0)
  expect(result.json()).toMatchObject({ profile: 'default', username: 'ana', api_url: server.url })
  const status = await cli('auth', 'status', '--json')
  expect(status.json()).toMatchObject({ username: 'ana', days_left: 364, token_source: 'profile' })
  expect(statSync(join(cli.folder, 'sessions.json')).mode & 0o777).toBe(0o600)
})

test('password and token are stored only in the session', async () => {
  const cli = remite()
  const result = await cli.with({ stdin: server.pass })(
    ...login,
    '--api-url',
    server.url,
    '--debug',
  )
  const token = (await cli('auth', 'token')).stdout.trim()
  expect(token.split('.')).toHaveLength(3)
  for (const text of [result.stdout, result.stderr]) {
    expect(text).not.toContain(server.pass)
    expect(text).not.toContain(token)
  }
  for (const name of readdirSync(cli.folder)) {
    const content = readFileSync(join(cli.folder, name), 'utf8')
    expect(content).not.toContain(server.pass)
    expect(content.includes(token)).toBe(name === 'sessions.json')
  }
})

test('logging out ends the session on the server and locally', async () => {
  const cli = remite()
  await cli.with({ stdin: server.pass })(...login, '--api-url', server.url)
  const token = (await cli('auth', 'token')).stdout.trim()
  expect((await cli('auth', 'logout', '--json')).json()).toEqual({
    profile: 'default',
    revoked: true,
  })
  const answer = await server.api('POST', '/auth/logout', {}, { authorization: `Bearer ${token}` })
  expect(answer.body.code).toBe('token_revoked')
  expect((await cli('auth', 'status')).code).toBe(4)
})

test('a wrong password is one clear sentence and exit 4, in both languages', async () => {
  const cli = remite().with({ stdin: 'wrong' })
  const result = await cli(...login, '--api-url', server.url)
  expect(result).toMatchObject({ code: 4, stdout: '' })
  expect(result.stderr).toMatch(/^error: .*\n/)
  expect(result.stderr).not.toMatch(/\n\s+at /)
  const spanish = await cli(...login, '--api-url', server.url, '--lang', 'es')
  expect(spanish.stderr).toMatch(/contraseña/i)
  const machine = await cli(...login, '--api-url', server.url, '--json')
  expect(JSON.parse(machine.stderr).error).toMatchObject({ code: 'bad_credentials', exit_code: 4 })
})

test('without an API address, the error names both ways to set one', async () => {
  const result = await remite()('campaigns', 'list')
  expect(result.code).toBe(4)
  expect(result.stderr).toContain('remite auth login --api-url')
  expect(result.stderr).toContain('remite sandbox start')
})

test('all missing flags are named at once', async () => {
  const result = await remite(server)('campaigns', 'create', '--name', 'March')
  expect(result.code).toBe(2)
  for (const flag of ['--subject', '--from-mail', '--list']) expect(result.stderr).toContain(flag)
})

test('an unknown verb or flag is exit 2 with a suggestion', async () => {
  const verb = await remite(server)('campaigns', 'crate')
  expect([verb.code, verb.stderr]).toEqual([2, expect.stringContaining('create')])
  const flag = await remite(server)('campaigns', 'list', '--stats', 'active')
  expect([flag.code, flag.stderr]).toEqual([2, expect.stringContaining('--status')])
})

test('an invalid or missing value names the long flag and the choices', async () => {
  const invalid = await remite(server)('campaigns', 'list', '-o', 'xyz')
  const choices = 'Use one of: table, json, ndjson, csv, tsv, ids.'
  expect([invalid.code, invalid.stderr]).toEqual([
    2,
    expect.stringContaining(`Invalid value for --output: xyz. ${choices}`),
  ])
  const missing = await remite(server)('campaigns', 'list', '-o')
  expect(missing.stderr).toContain('Missing value for --output.')
})

test('a stored token is never sent to another origin', async () => {
  const cli = remite()
  await cli.with({ stdin: server.pass })(...login, '--api-url', server.url)
  const result = await cli('campaigns', 'list', '--api-url', 'http://127.0.0.1:9/v3/api')
  expect(result.code).toBe(4)
})

test('a noun alone lists its verbs, and no arguments at all show the overview', async () => {
  const noun = await remite()('campaigns')
  expect([noun.code, noun.stderr]).toEqual([0, ''])
  expect(noun.stdout).toContain('Send a campaign now')
  expect((await remite()()).stdout).toContain('campaigns')
})
