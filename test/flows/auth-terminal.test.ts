import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startForeignServer } from '../support/foreign-server.ts'
import { keys, type TypingStep } from '../support/processes/typist.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

const { enter, escape: esc } = keys
const onTerminal = (...typed: TypingStep[]) => ({
  terminal: { columns: 80 },
  typed,
  env: { NO_COLOR: '1' },
})
const credentials = (pass: string): TypingStep[] => [
  ['Username:', `ana${enter}`],
  ['Password:', pass + enter],
]

describe('a login at a terminal', () => {
  test('asks for the address, finds the service, and stays logged in', async () => {
    const cli = remite()
    const { host, port } = new URL(server.url)
    const run = await cli.with(
      onTerminal(
        ['Where do you want to log in?', enter],
        ['Address of the service:', `127.0.0.1:1${enter}`],
        ['No service at http://127.0.0.1:1/v3/api', `\x15ftp://${host}${enter}`],
        [/http:\/\/ or https:/, `\x15localhost:${port}${enter}`],
        ...credentials(server.pass),
        ['Stay logged in? (Y/n)', enter],
      ),
    )('auth', 'login', '--retries', '0')
    expect(run.code, run.stderr).toBe(0)
    expect(run.stderr).toContain(`Found a service: http://localhost:${port}/v3/api`)
    expect(run.stderr).not.toContain(server.pass)
    const status = (await cli('auth', 'status', '--json')).json()
    expect(status).toMatchObject({ username: 'ana', days_left: 364, valid: null })
  })

  test('asks again after a wrong password, three times at most', async () => {
    const cli = remite()
    const login = ['auth', 'login', '--api-url', server.url]
    const run = await cli.with(
      onTerminal(
        ...credentials('wrong'),
        ['Stay logged in?', `n${enter}`],
        ['incorrect', ''],
        ['Username: (ana)', enter],
        ['Password:', server.pass + enter],
      ),
    )(...login)
    expect(run.code, run.stderr).toBe(0)
    const wrong: TypingStep[] = [
      ...credentials('wrong'),
      ['Stay logged in?', enter],
      ['Username: (ana)', enter],
      ['Password:', `wrong${enter}`],
      ['Username: (ana)', enter],
      ['Password:', `wrong${enter}`],
    ]
    const refused = await remite().with(onTerminal(...wrong))(...login)
    expect(refused.code, refused.stderr).toBe(4)
  })

  test('asks before it replaces a session', async () => {
    const cli = remite()
    const login = ['auth', 'login', '--api-url', server.url]
    await cli.with({ stdin: server.pass })(...login, '--username', 'ana', '--password-stdin')
    const token = (await cli('auth', 'token')).stdout
    const kept = await cli.with(onTerminal(['replace this session?', `n${enter}`]))(...login)
    expect(kept.code).toBe(7)
    expect(kept.stderr).toContain('Already logged in as ana')
    expect((await cli('auth', 'token')).stdout).toBe(token)
  })

  test('leaves nothing behind on Escape', async () => {
    const cli = remite()
    const run = await cli.with(onTerminal(...credentials(server.pass), ['Stay', esc]))(
      ...['auth', 'login', '--api-url', server.url],
    )
    expect(run.code).toBe(130)
    expect((await cli('auth', 'list', '--json')).json().data).toEqual([])
  })
})

test('without a terminal, a login names all that is missing', async () => {
  const run = await remite()('auth', 'login')
  expect(run.code).toBe(2)
  expect(run.stderr).toContain('--api-url, --username, --password-stdin')
})

describe('a verb without a session', () => {
  test('offers to log in, then does its work', async () => {
    const run = await remite().with(
      onTerminal(['Log in now? (Y/n)', enter], ...credentials(server.pass), [
        'Stay logged in?',
        enter,
      ]),
    )('lists', 'list', '--api-url', server.url)
    expect(run.code, run.stderr).toBe(0)
    expect(run.stderr).toContain('Nothing found')
  })

  test('fails as before when that is declined, and without a terminal', async () => {
    const declined = await remite().with(onTerminal(['Log in now?', `n${enter}`]))('lists', 'list')
    expect(declined.code).toBe(4)
    expect((await remite()('lists', 'list')).code).toBe(4)
  })
})

describe('a verb with a session that has expired', () => {
  const expired = async () => {
    const cli = remite()
    const login = ['auth', 'login', '--api-url', server.url, '--username', 'ana'] as const
    await cli.with({ stdin: server.pass })(...login, '--password-stdin')
    const path = join(cli.folder, 'sessions.json')
    const stored = readFileSync(path, 'utf8')
    writeFileSync(path, stored.replace(/("expiresAt": ?)"[^"]*"/, '$1"2001-01-01T00:00:00.000Z"'))
    return cli
  }

  test('offers to log in again with the same name, then does its work', async () => {
    const run = await (await expired()).with(
      onTerminal(
        ['session has expired. Log in again? (Y/n)', enter],
        ['Password:', server.pass + enter],
      ),
    )('lists', 'list')
    expect(run.code, run.stderr).toBe(0)
    expect(run.stderr).not.toContain('Username:')
    expect(run.stderr).toContain('Nothing found')
  })

  test('fails when that is declined, and a logout asks nothing', async () => {
    const cli = await expired()
    const declined = await cli.with(onTerminal(['Log in again?', `n${enter}`]))('lists', 'list')
    expect([declined.code, declined.stderr]).toEqual([4, expect.stringContaining('expired')])
    expect((await cli.with(onTerminal())('logout')).code).toBe(0)
    expect((await cli.with(onTerminal())('logout')).code).toBe(0)
  })

  test('asks nothing without a terminal: the server decides', async () => {
    const cli = await expired()
    // Only the copy of the end on this machine has passed.
    expect((await cli('lists', 'list')).code).toBe(0)
  })
})

describe('auth status', () => {
  test('--check asks the server: valid, closed, and out of reach', async () => {
    const cli = remite()
    await cli.with({ stdin: server.pass })(
      ...['auth', 'login', '--api-url', server.url, '--username', 'ana', '--password-stdin'],
    )
    const valid = await cli('auth', 'status', '--check', '--json')
    expect(valid.json()).toMatchObject({ username: 'ana', valid: true })
    const token = (await cli('auth', 'token')).stdout.trim()
    await server.api('POST', '/auth/logout', {}, { authorization: `Bearer ${token}` })
    expect((await cli('auth', 'status')).code).toBe(0)
    const closed = await cli('auth', 'status', '--check')
    expect(closed).toMatchObject({ code: 4, stdout: '' })
    expect(closed.stderr).toContain('This session has been closed.')
    const away = { REMITE_API_URL: 'http://127.0.0.1:1/v3/api', REMITE_TOKEN: 'token' }
    const unreachable = await remite().with({ env: away })(
      ...['auth', 'status', '--check', '--retries', '0'],
    )
    expect(unreachable.code).toBe(11)
  })

  test('--min-ttl fails on a token whose end it cannot read', async () => {
    const env = { REMITE_API_URL: server.url, REMITE_TOKEN: 'opaque' }
    const cli = remite().with({ env })
    expect((await cli('auth', 'status')).code).toBe(0)
    const run = await cli('auth', 'status', '--min-ttl', '1h', '--json')
    expect(run.code).toBe(4)
    expect(JSON.parse(run.stderr).error.code).toBe('token_end_unknown')
  })

  test('knows the end that the server said at the login', async () => {
    const foreign = await startForeignServer()
    foreign.respond('POST /auth/getToken', {
      body: { token: 'opaque', expires_at: '2999-01-01T00:00:00Z' },
    })
    const cli = remite()
    await cli.with({ stdin: 'secret' })(
      ...['auth', 'login', '--api-url', foreign.url, '--username', 'ana', '--password-stdin'],
    )
    const run = await cli('auth', 'status', '--min-ttl', '7d', '--json')
    await foreign.close()
    expect(run.json()).toMatchObject({ expires_at: '2999-01-01T00:00:00Z' })
  })

  test('--check works with a server that does not say who one is', async () => {
    const foreign = await startForeignServer()
    const env = { REMITE_API_URL: foreign.url, REMITE_TOKEN: 'token' }
    const run = await remite().with({ env })('auth', 'status', '--check', '--json')
    await foreign.close()
    expect(run.json()).toMatchObject({ valid: true, username: null })
  })
})
