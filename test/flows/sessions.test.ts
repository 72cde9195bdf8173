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
import { type Ran, remite } from '../support/remite.ts'
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

/** A JWT as a server would issue it; nobody here checks its signature. */
function jwt({ from = start, until }: { from?: number; until: number }): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${part({ alg: 'HS256' })}.${part({ iat: from / 1000, exp: until / 1000 })}.c2lnbg`
}

const bearers = ({ heard }: ForeignServer) => heard.map(({ headers }) => headers.authorization)
const withToken = ['auth', 'login', '--with-token', '--username', 'ana']

describe('a token that was made elsewhere', () => {
  test('is kept from standard input, with the end that it tells, and used', async () => {
    const server = await foreign()
    const token = jwt({ until: start + 30 * day })
    const cli = remite(undefined, testClock())
    const login = cli.with({ stdin: `  ${token}\r\n` })
    const ran = await login(...withToken, '--api-url', server.url, '--json')
    expect(ran, ran.stderr).toMatchObject({ code: 0 })
    expect(ran.json()).toMatchObject({ username: 'ana', expires_at: '2027-03-31T09:00:00.000Z' })
    await cli('senders', 'list')
    expect(bearers(server)).toEqual([`Bearer ${token}`])
    expect((await cli('auth', 'status', '--json')).json()).toMatchObject({ days_left: 30 })
  })

  test('may be of any kind: then its end is not known, and no wish for it is refused', async () => {
    const server = await foreign()
    const cli = remite(undefined, testClock())
    const login = cli.with({ stdin: 'opaque-0123456789' })
    expect((await login(...withToken, '--api-url', server.url)).code).toBe(0)
    const ran = await cli('auth', 'status', '--min-ttl', '7d', '--json')
    expect(ran.json()).toMatchObject({ expires_at: null, days_left: null })
  })

  test.each(['', '\n', '   \n'])('is not there in %j', async (stdin) => {
    const { url } = await foreign()
    const ran = await remite().with({ stdin })(...withToken, '--api-url', url)
    expect(ran.code).toBe(2)
    expect(ran.stderr).toContain('--with-token')
  })

  test('from the environment goes before the stored one, which stays', async () => {
    const server = await foreign()
    const stored = jwt({ until: start + 90 * day })
    const cli = remite(undefined, testClock())
    await cli.with({ stdin: stored })(...withToken, '--api-url', server.url)
    const other = cli.with({ env: { REMITE_TOKEN: 'from-the-environment' } })
    await other('senders', 'list')
    await cli('senders', 'list')
    expect(bearers(server)).toEqual(['Bearer from-the-environment', `Bearer ${stored}`])
    const status = (await other('auth', 'status', '--json')).json()
    expect(status).toMatchObject({ token_source: 'REMITE_TOKEN' })
    expect((await other('auth', 'token')).stdout).toBe('from-the-environment\n')
  })
})

test('several profiles: the flag goes before the environment, that before the current one', async () => {
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

test('whoever must be sure for a week is told in time, by the exit code', async () => {
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

describe('a session that comes to its end', () => {
  const ending = /warning: Your session ends/

  async function session({ until, from = start }: { until: number; from?: number }) {
    const { url } = await foreign()
    const clock = testClock()
    const cli = remite({ url, token: jwt({ from, until }) }, clock)
    return { clock, cli, list: (...more: string[]) => cli('senders', 'list', ...more) }
  }

  test('is said once a day, on standard error alone', async () => {
    const { clock, list } = await session({ from: start - 360 * day, until: start + 5 * day })
    const first = await list('--json')
    expect(first.stderr).toMatch(ending)
    expect(first.stderr).toContain('06 Mar 2027')
    expect(first.json().data).toEqual([])
    expect((await list()).stderr).toBe('')
    clock.advance(day)
    expect((await list()).stderr).toMatch(ending)
    expect((await list()).stderr).toBe('')
  })

  test('is said in Spanish too, and not at all where only errors are wanted', async () => {
    const { list } = await session({ from: start - 360 * day, until: start + 5 * day })
    expect((await list('-q')).stderr).toBe('')
    const { list: other } = await session({ from: start - 360 * day, until: start + 5 * day })
    expect((await other('--lang', 'es')).stderr).toMatch(/sesión termina/)
  })

  test('of a day is no news until its last hours', async () => {
    const { clock, list } = await session({ until: start + day })
    clock.advance(day / 2)
    expect((await list()).stderr).toBe('')
    clock.advance(day / 2 - 2 * 3_600_000)
    expect((await list()).stderr).toMatch(ending)
  })

  test('is said again each time where it cannot be remembered, and the run goes on', async () => {
    const { cli } = await session({ from: start - 360 * day, until: start + 5 * day })
    const blocked = join(cli.folder, 'no-folder')
    writeFileSync(blocked, '')
    const list = () => cli.with({ env: { REMITE_STATE_DIR: blocked } })('senders', 'list')
    for (const ran of [await list(), await list()]) {
      expect(ran.code).toBe(0)
      expect(ran.stderr).toMatch(ending)
    }
  })
})

describe('the files', () => {
  test('20 parallel changes lose nothing', async () => {
    const { url } = await foreign()
    const cli = remite()
    const names = Array.from({ length: 10 }, (_, at) => `p${at}`)
    const login = cli.with({ stdin: 'token' })
    await Promise.all(names.map((name) => login(...withToken, '--profile', name, '--api-url', url)))
    const zones = ['Europe/Madrid', 'America/Lima']
    const set = await Promise.all(
      names.flatMap((name, at) => [
        cli('config', 'set', 'timezone', zones[at % 2] ?? '', '--profile', name),
        cli('config', 'set', 'send_threshold', String(at + 1), '--profile', name),
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
      const ran = await cli('senders', 'list')
      expect(ran.code).toBe(1)
      expect(ran.stderr).toContain(path)
      expect(ran.stderr).toContain('remite auth logout')
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
  const spoken: string[] = []
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
    const work = async (line: string, stdin = ''): Promise<Ran> => {
      const ran = await cli.with({ env, stdin })(...line.split(' '))
      spoken.push(ran.stdout, ran.stderr)
      return ran
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

  test('leaves neither password nor token anywhere but in the session', () => {
    expect(token.split('.')).toHaveLength(3)
    expect(spoken.join('')).toContain('POST')
    const secrets = [pass, theirPass, token, token.split('.')[2] ?? token]
    for (const secret of secrets) {
      for (const text of spoken) expect(text).not.toContain(secret)
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
    // The rejects are a table like the one that was imported, for whoever works with that.
    expect(open.filter((path) => !path.endsWith('.rejects.csv'))).toEqual([])
    for (const name of ['c', 's']) {
      expect(statSync(join(folder.config, name)).mode & 0o777).toBe(0o700)
    }
  })
})

test('a secret that is typed as a flag is refused without being repeated', async () => {
  const cli = remite()
  const resultFile = join(cli.folder, 'results.ndjson')
  const run = cli.with({ env: { REMITE_RESULT_FILE: resultFile } })
  for (const words of [
    ['auth', 'login', '--password', 'hunter2-hunter2'],
    ['auth', 'login', '--password=hunter2-hunter2'],
    ['auth', 'login', '--token=hunter2-hunter2'],
    ['users', 'create', '--pass=hunter2-hunter2'],
  ]) {
    const ran = await run(...words)
    expect(ran.code).toBe(2)
    expect(ran.stdout + ran.stderr).not.toContain('hunter2')
  }
  expect(readFileSync(resultFile, 'utf8')).not.toContain('hunter2')
})
