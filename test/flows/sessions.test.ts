import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { testClock } from '../support/clock.ts'
import { type ForeignServer, startForeignServer } from '../support/foreign-server.ts'
import { type RunResult, remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

const day = 86_400_000
const start = Date.parse('2027-03-01T09:00:00Z')

const open: ForeignServer[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function foreign(): Promise<ForeignServer> {
  const server = await startForeignServer()
  open.push(server)
  return server
}

/** Creates a JWT as a server issues it. The CLI does not check its signature. */
function jwt({ from = start, until }: { from?: number; until: number }): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${part({ alg: 'HS256' })}.${part({ iat: from / 1000, exp: until / 1000 })}.c2lnbg`
}

const bearers = ({ requests }: ForeignServer) =>
  requests.map(({ headers }) => headers.authorization)
const withToken = ['auth', 'login', '--with-token', '--username', 'ana']

describe('a token from elsewhere', () => {
  test('is read from standard input, stored with its expiry, and used', async () => {
    const server = await foreign()
    const token = jwt({ until: start + 30 * day })
    const cli = remite(undefined, testClock())
    const login = cli.with({ stdin: `  ${token}\r\n` })
    const result = await login(...withToken, '--api-url', server.url, '--json')
    expect(result, result.stderr).toMatchObject({ code: 0 })
    expect(result.json()).toMatchObject({ username: 'ana', expires_at: '2027-03-31T09:00:00.000Z' })
    await cli('senders', 'list')
    expect(bearers(server)).toEqual([`Bearer ${token}`])
    expect((await cli('auth', 'status', '--json')).json()).toMatchObject({ days_left: 30 })
  })

  test('can have any form: its expiry is then unknown, and lifetime checks fail', async () => {
    const server = await foreign()
    const cli = remite(undefined, testClock())
    const login = cli.with({ stdin: 'opaque-0123456789' })
    expect((await login(...withToken, '--api-url', server.url)).code).toBe(0)
    const result = await cli('auth', 'status', '--json')
    expect(result.json()).toMatchObject({ expires_at: null, days_left: null })
    expect((await cli('auth', 'status', '--min-ttl', '7d')).code).toBe(4)
  })

  test.each(['', '\n', '   \n'])('is not there in %j', async (stdin) => {
    const { url } = await foreign()
    const result = await remite().with({ stdin })(...withToken, '--api-url', url)
    expect(result.code).toBe(2)
    expect(result.stderr).toContain('--with-token')
  })

  test('from the environment overrides the stored one, which stays', async () => {
    const server = await foreign()
    const stored = jwt({ until: start + 90 * day })
    const cli = remite(undefined, testClock())
    await cli.with({ stdin: stored })(...withToken, '--api-url', server.url)
    const envCli = cli.with({ env: { REMITE_TOKEN: 'from-the-environment' } })
    await envCli('senders', 'list')
    await cli('senders', 'list')
    expect(bearers(server)).toEqual(['Bearer from-the-environment', `Bearer ${stored}`])
    const status = (await envCli('auth', 'status', '--json')).json()
    expect(status).toMatchObject({ token_source: 'REMITE_TOKEN' })
    expect((await envCli('auth', 'token')).stdout).toBe('from-the-environment\n')
  })
})

test('profiles: the flag overrides the environment, which overrides the current one', async () => {
  const servers = { live: await foreign(), test: await foreign(), third: await foreign() }
  const cli = remite(undefined, testClock())
  for (const [name, { url }] of Object.entries(servers)) {
    const login = cli.with({ stdin: `token-of-${name}` })
    await login(...withToken, '--profile', name, '--api-url', url)
  }
  const list = (env: Record<string, string>, ...more: string[]) =>
    cli.with({ env })('senders', 'list', ...more)
  await list({})
  await cli('auth', 'switch', 'test')
  await list({})
  await list({ REMITE_PROFILE: 'third' })
  await list({ REMITE_PROFILE: 'third' }, '--profile', 'live')
  expect(bearers(servers.live)).toEqual(['Bearer token-of-live', 'Bearer token-of-live'])
  expect(bearers(servers.test)).toEqual(['Bearer token-of-test'])
  expect(bearers(servers.third)).toEqual(['Bearer token-of-third'])
  const current = await cli('auth', 'list', '--fields', 'profile,current')
  expect(current.stdout).toBe('live\tfalse\ntest\ttrue\nthird\tfalse\n')
  expect((await cli('auth', 'switch', 'nobody')).code).toBe(3)
})

test('--min-ttl reports an expiring session by the exit code', async () => {
  const { url } = await foreign()
  const clock = testClock()
  const cli = remite({ url, token: jwt({ until: start + 10 * day }) }, clock)
  expect((await cli('auth', 'status', '--min-ttl', '7d')).code).toBe(0)
  clock.advance(4 * day)
  expect((await cli('auth', 'status', '--min-ttl', '7d')).code).toBe(4)
  expect((await cli('auth', 'status')).code).toBe(0)
  clock.advance(7 * day)
  expect((await cli('auth', 'status')).code).toBe(4)
})

describe('an expiring session', () => {
  const ending = /warning: Your session expires/

  async function session({ until, from = start }: { until: number; from?: number }) {
    const { url } = await foreign()
    const clock = testClock()
    const cli = remite({ url, token: jwt({ from, until }) }, clock)
    return { clock, cli, list: (...more: string[]) => cli('senders', 'list', ...more) }
  }

  test('is reported once a day, on standard error', async () => {
    const { clock, list } = await session({ from: start - 360 * day, until: start + 5 * day })
    const first = await list('--json')
    expect(first.stderr).toMatch(ending)
    expect(first.stderr).toContain('6 Mar 2027')
    expect(first.json().data).toEqual([])
    expect((await list()).stderr).toBe('')
    clock.advance(day)
    expect((await list()).stderr).toMatch(ending)
    expect((await list()).stderr).toBe('')
  })

  test('is reported in Spanish too, and not at all with --quiet', async () => {
    const { list } = await session({ from: start - 360 * day, until: start + 5 * day })
    expect((await list('-q')).stderr).toBe('')
    const { list: longSession } = await session({ from: start - 360 * day, until: start + 5 * day })
    expect((await longSession('--lang', 'es')).stderr).toMatch(/sesión caduca/)
  })

  test('of one day is reported only in its last hours', async () => {
    const { clock, list } = await session({ until: start + day })
    clock.advance(day / 2)
    expect((await list()).stderr).toBe('')
    clock.advance(day / 2 - 2 * 3_600_000)
    expect((await list()).stderr).toMatch(ending)
  })

  test('is reported each time where that cannot be recorded, and the run continues', async () => {
    const { cli } = await session({ from: start - 360 * day, until: start + 5 * day })
    const blocked = join(cli.folder, 'no-folder')
    writeFileSync(blocked, '')
    const list = () => cli.with({ env: { REMITE_STATE_DIR: blocked } })('senders', 'list')
    for (const result of [await list(), await list()]) {
      expect(result.code).toBe(0)
      expect(result.stderr).toMatch(ending)
    }
  })
})

describe('the session files', () => {
  test('20 concurrent changes lose nothing', async () => {
    const { url } = await foreign()
    const cli = remite()
    const names = Array.from({ length: 10 }, (_, index) => `p${index}`)
    const login = cli.with({ stdin: 'token' })
    await Promise.all(names.map((name) => login(...withToken, '--profile', name, '--api-url', url)))
    const zones = ['Europe/Madrid', 'America/Lima']
    const set = await Promise.all(
      names.flatMap((name, index) => [
        cli('config', 'set', 'timezone', zones[index % 2] ?? '', '--profile', name),
        cli('config', 'set', 'send_threshold', String(index + 1), '--profile', name),
      ]),
    )
    expect(set.map(({ code }) => code)).toEqual(set.map(() => 0))
    const { profiles } = JSON.parse(readFileSync(join(cli.folder, 'config.json'), 'utf8'))
    expect(Object.keys(profiles).sort()).toEqual(names)
    for (const [at, name] of names.entries()) {
      expect(profiles[name]).toMatchObject({ timezone: zones[at % 2], sendThreshold: at + 1 })
    }
  })

  test.each(['config.json', 'sessions.json'])(
    'a truncated %s is reported, and mended',
    async (name) => {
      const { url } = await foreign()
      const cli = remite()
      const login = () => cli.with({ stdin: 'token' })(...withToken, '--api-url', url)
      await login()
      const path = join(cli.folder, name)
      truncateSync(path, statSync(path).size - 5)
      const result = await cli('senders', 'list')
      expect(result.code).toBe(1)
      expect(result.stderr).toContain(path)
      expect(result.stderr).toContain('remite auth logout')
      const logout = await cli('auth', 'logout')
      expect(logout, logout.stderr).toMatchObject({ code: 0 })
      expect(logout.stderr).toContain(path)
      expect((await login()).code).toBe(0)
      expect((await cli('senders', 'list')).code).toBe(0)
    },
  )
})

describe('a whole day of work', () => {
  let server: TestService
  const pass = 'correct horse battery'
  const theirPass = 'another long secret 42'
  const folder = { config: '', state: '' }
  const outputs: string[] = []
  let token = ''

  beforeAll(async () => {
    server = await startService()
    const cli = remite()
    Object.assign(folder, { config: join(cli.folder, 'c'), state: join(cli.folder, 's') })
    const resultFile = join(cli.folder, 'results.ndjson')
    const env = {
      REMITE_CONFIG_DIR: folder.config,
      REMITE_STATE_DIR: folder.state,
      REMITE_API_URL: server.url,
      REMITE_RESULT_FILE: resultFile,
    }
    const work = async (line: string, stdin = ''): Promise<RunResult> => {
      const result = await cli.with({ env, stdin })(...line.split(' '))
      outputs.push(result.stdout, result.stderr)
      return result
    }
    const people = join(cli.folder, 'people.csv')
    writeFileSync(people, 'email,nombre\na@example.org,A\nnobody,B\n')
    const login = 'auth login --username ana --password-stdin'
    await work(`${login} --debug`, `${pass}\n`)
    await work(`${login} --debug --json`, `wrong ${theirPass}`)
    await work('senders create --from-name News --from-mail news@example.org --debug')
    await work('lists create --name Customers --debug')
    await work(`lists import ${people} --list 1 --debug -v`)
    await work('contacts list --list 1 --debug --json')
    const created = 'campaigns create --name March --subject Hi --html - --list 1'
    await work(`${created} --from-mail news@example.org --draft --debug`, '<p>Hi</p>')
    await work(`${created} --from-mail other@example.org --confirm March --debug`, '<p>Hi</p>')
    const user = '--username luis --email luis@example.org --role User --password-stdin'
    await work(`users create ${user} --debug`, theirPass)
    await work(`users create ${user} --dry-run --json`, theirPass)
    await work('auth status --debug --json')
    await work('campaigns get 999 --debug --json')
    await work('api GET /campaigns --debug')
    const { stdout } = await cli.with({ env })('auth', 'token')
    token = stdout.trim()
    mkdirSync(join(cli.folder, 'nothing'))
    folder.config = cli.folder
  })
  afterAll(() => server.close())

  const files = () =>
    readdirSync(folder.config, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))

  test('leaves password and token only in the session', () => {
    expect(token.split('.')).toHaveLength(3)
    expect(outputs.join('')).toContain('POST')
    const secrets = [pass, theirPass, token, token.split('.')[2] ?? token]
    for (const secret of secrets) {
      for (const text of outputs) expect(text).not.toContain(secret)
      const holding = files().filter((path) => readFileSync(path, 'utf8').includes(secret))
      const isToken = secret !== pass && secret !== theirPass
      expect(holding.map((path) => path.split('/').at(-1))).toEqual(
        isToken ? ['sessions.json'] : [],
      )
    }
  })

  test('leaves files that only their owner can read', () => {
    const written = files().filter((path) => !path.endsWith('people.csv'))
    const open = written.filter((path) => (statSync(path).mode & 0o077) !== 0)
    // Reject files have normal permissions, because the user works with them like with the imported file.
    expect(open.filter((path) => !path.endsWith('.rejects.csv'))).toEqual([])
    for (const name of ['c', 's']) {
      expect(statSync(join(folder.config, name)).mode & 0o777).toBe(0o700)
    }
  })
})

test('a secret passed as a flag is refused without being repeated', async () => {
  const cli = remite()
  const resultFile = join(cli.folder, 'results.ndjson')
  const run = cli.with({ env: { REMITE_RESULT_FILE: resultFile } })
  for (const args of [
    ['auth', 'login', '--password', 'hunter2-hunter2'],
    ['auth', 'login', '--password=hunter2-hunter2'],
    ['auth', 'login', '--token=hunter2-hunter2'],
    ['users', 'create', '--pass=hunter2-hunter2'],
  ]) {
    const result = await run(...args)
    expect(result.code).toBe(2)
    expect(result.stdout + result.stderr).not.toContain('hunter2')
  }
  expect(readFileSync(resultFile, 'utf8')).not.toContain('hunter2')
})
