import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClock } from '../support/clock.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { freePort } from '../support/free-port.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

interface Check {
  check: string
  level: string
  message: string
}

/** Returns the results by check. */
const checksIn = (stdout: string): Record<string, Check> =>
  Object.fromEntries(JSON.parse(stdout).data.map((found: Check) => [found.check, found]))

const login = ['auth', 'login', '--username', 'ana', '--password-stdin', '--remember-me']

async function loggedIn() {
  const cli = remite()
  await cli.with({ stdin: server.pass })(...login, '--api-url', server.url)
  return cli
}

test('a healthy setup passes every check', async () => {
  const cli = await loggedIn()
  const result = await cli('doctor', '--json')
  expect([result.code, result.stderr]).toEqual([0, ''])
  const found = checksIn(result.stdout)
  const { profile, address, connection, token, clock, features, files, state, imports } = found
  for (const each of [
    profile,
    address,
    connection,
    token,
    found.server,
    clock,
    features,
    files,
    state,
    imports,
  ]) {
    expect(each).toMatchObject({ level: 'ok' })
  }
  expect(found.features?.message).toContain('idempotency')
  expect(found.address?.message).toContain('profile default')
})

test('people see every sentence in full, in their language', async () => {
  const cli = await loggedIn()
  const env = { NO_COLOR: '1', REMITE_LANG: 'es' }
  const { stdout } = await cli.with({ terminal: { columns: 60 }, env })('doctor')
  expect(stdout).toContain('Reloj')
  expect(stdout).toContain('Perfil predeterminado (default).')
  expect(stdout).not.toContain('perfil default')
  expect(stdout).not.toContain('…')
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(60)
})

test('without an address or a session it says how to get them', async () => {
  const nowhere = await remite()('doctor', '--json')
  expect([nowhere.code, checksIn(nowhere.stdout).address?.level]).toEqual([4, 'error'])
  expect(JSON.parse(nowhere.stderr.trim()).error.code).toBe('not_logged_in')
  const nobody = await remite()('doctor', '--json', '--api-url', server.url)
  const { token, server: serverCheck } = checksIn(nobody.stdout)
  expect([nobody.code, token?.level, serverCheck?.level]).toEqual([4, 'error', 'ok'])
})

test('an unreachable server and one that is not the API are told apart', async () => {
  const env = { REMITE_TOKEN: 'a.b.c' }
  const runAt = (url: string) =>
    remite().with({ env })('doctor', '--json', '--retries', '0', '--api-url', url)
  const away = await runAt(`http://127.0.0.1:${await freePort()}/v3/api`)
  expect([away.code, checksIn(away.stdout).server?.message]).toEqual([
    11,
    expect.stringContaining('ECONNREFUSED'),
  ])
  const wrong = await runAt(server.origin)
  expect(wrong.code).toBe(14)
  expect(checksIn(wrong.stdout).address).toMatchObject({ level: 'warn' })
})

test('an expired token and one about to expire are named', async () => {
  const clock = testClock()
  const end = (days: number) => {
    const exp = Math.floor(clock.now() / 1000) + days * 86_400
    return `a.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.c`
  }
  const withToken = (token: string) =>
    remite(undefined, clock).with({ env: { REMITE_TOKEN: token } })
  const run = (token: string) => withToken(token)('doctor', '--json', '--api-url', server.url)
  expect(checksIn((await run(end(3))).stdout).token?.level).toBe('warn')
  const ended = await run(end(-1))
  expect([ended.code, checksIn(ended.stdout).token?.level]).toEqual([4, 'error'])
})

test('a clock that is off by hours is detected', async () => {
  const foreign = await startForeignServer()
  foreign.respond('GET /campaigns', {
    headers: { date: new Date(Date.now() - 7_200_000).toUTCString() },
    body: [],
  })
  const cli = remite().with({ env: { REMITE_TOKEN: 'a.b.c', REMITE_API_URL: foreign.url } })
  const { code, stdout } = await cli('doctor', '--json')
  await foreign.close()
  const { clock, features } = checksIn(stdout)
  expect([code, clock?.level, features?.level]).toEqual([0, 'warn', 'warn'])
  expect(clock?.message).toMatch(/7,(199|200|201) seconds/)
})

test('files readable by others and a read-only state folder are found', async () => {
  const cli = await loggedIn()
  chmodSync(join(cli.folder, 'sessions.json'), 0o644)
  const open = await cli('doctor', '--json')
  expect([open.code, checksIn(open.stdout).files]).toMatchObject([
    0,
    { level: 'warn', message: expect.stringContaining('chmod 600') },
  ])
  writeFileSync(join(cli.folder, 'file'), '')
  const env = { REMITE_STATE_DIR: join(cli.folder, 'file', 'state') }
  const closed = await cli.with({ env })('doctor', '--json')
  expect([closed.code, checksIn(closed.stdout).state?.level]).toEqual([7, 'error'])
})

test('unfinished imports are counted', async () => {
  const cli = await loggedIn()
  const imports = join(cli.folder, 'state', 'imports')
  mkdirSync(imports, { recursive: true })
  const job = {
    ...{ version: 1, id: 'abc', file: '/c.csv', sha256: '', apiUrl: server.url, listId: '3' },
    ...{ mode: 'upsert', mapping: {}, batchSize: 1, rejects: '/r.csv', nonce: 'n' },
    startedAt: '2027-01-01T00:00:00.000Z',
  }
  writeFileSync(join(imports, 'abc.ndjson'), `${JSON.stringify(job)}\n`)
  const found = checksIn((await cli('doctor', '--json')).stdout)
  expect(found.imports).toMatchObject({ level: 'warn', message: expect.stringContaining('1') })
})

test('a request with an unknown outcome is named until it is settled', async () => {
  const foreign = await startForeignServer()
  const env = { REMITE_TOKEN: 'a.b.c', REMITE_API_URL: foreign.url }
  const cli = remite().with({ env })
  foreign.respond('POST /lists', 'hang up')
  expect((await cli('lists', 'create', '--name', 'News')).code).toBe(12)
  const { requests } = checksIn((await cli('doctor', '--json')).stdout)
  expect(requests).toMatchObject({ level: 'warn', message: expect.stringContaining('POST /lists') })
  await cli('lists', 'create', '--name', 'News', '--settle', 'sent')
  expect(checksIn((await cli('doctor', '--json')).stdout).requests?.level).toBe('ok')
  await foreign.close()
})

test('a proxy is shown by its host alone', async () => {
  const env = { HTTP_PROXY: 'http://ana:geheim@proxy.example:3128', NO_PROXY: '127.0.0.1' }
  const cli = await loggedIn()
  const { stdout } = await cli.with({ env })('doctor', '--json')
  expect(checksIn(stdout).connection?.message).toContain('proxy.example:3128')
  expect(stdout).not.toContain('geheim')
})
