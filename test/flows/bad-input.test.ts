import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signToken } from '../../src/service/auth/token.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { cannotMount, mountSmallDisk } from '../support/database/small-disk.ts'
import { newFolder } from '../support/folder.ts'
import { type ForeignServer, startForeignServer } from '../support/foreign-server.ts'
import { type RunResult, remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let foreign: ForeignServer
beforeAll(async () => {
  server = await startService()
  await addSender(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  foreign = await startForeignServer()
  return () => foreign.close()
})

interface Refusal {
  exit: number
  code: string
  env?: Record<string, string>
  stdin?: string
  /** Text that the error message must contain. */
  names?: string
}

const stackTrace = /\n\s+at /

/**
 * Runs a command as a person and as a program would, each with its own settings and journals. Expects a
 * readable message, or one line of JSON, with nothing on standard output and no stack trace.
 */
async function expectRefusal(args: readonly string[], refusal: Refusal): Promise<void> {
  const { exit, code, names = '', env = {}, stdin = '' } = refusal
  const run = (...flags: string[]) =>
    remite(server).with({ env, stdin })(...args, '--quiet', ...flags)
  const result = await run()
  expect({ code: result.code, stdout: result.stdout, stderr: result.stderr }).toEqual({
    code: exit,
    stdout: '',
    stderr: expect.stringMatching(/^error: \S.+\n/),
  })
  expect(result.stderr).toContain(names)
  expect(result.stderr).not.toMatch(stackTrace)
  expect(failureIn(await run('-o', 'json'))).toMatchObject({ code, exit_code: exit })
}

function failureIn({ stderr, stdout, code }: RunResult) {
  expect(stderr.split('\n')).toEqual([expect.any(String), ''])
  const { error } = JSON.parse(stderr)
  expect([stdout, error.exit_code]).toEqual(['', code])
  expect(error.message).toMatch(/\S/)
  return error
}

function newFile(name: string, content: string | Buffer): string {
  const path = join(newFolder(), name)
  writeFileSync(path, content)
  return path
}

const page = newFile('page.html', '<p>Hola</p>')
const create = (...more: string[]) => [
  ...['campaigns', 'create', '--name', 'Marzo', '--subject', 'Hola', '--html', page],
  ...more,
]

test('a wrong password', () =>
  expectRefusal(
    ['auth', 'login', '--api-url', server.url, '--username', 'ana', '--password-stdin'],
    { exit: 4, code: 'bad_credentials', stdin: 'wrong' },
  ))

test('an unknown list, by id and by name', async () => {
  await expectRefusal(['lists', 'get', '999999'], { exit: 3, code: 'not_found' })
  await expectRefusal(['contacts', 'list', '--list', 'Nadie'], {
    exit: 3,
    code: 'not_found',
    names: 'Nadie',
  })
  const file = newFile('people.csv', 'email\nana@example.org\n')
  await expectRefusal(['lists', 'import', file, '--list', '999999'], { exit: 3, code: 'not_found' })
})

test('an unverified sender, when a campaign is queued and when a draft is sent', async () => {
  const list = await addList(server, ['ana@correo.example'])
  const from_mail = 'nadie@tienda.example'
  const to = ['--from-mail', from_mail, '--list', String(list)]
  const before = (await server.api('GET', '/campaigns')).body.length
  await expectRefusal(create(...to, '--confirm', 'Marzo'), {
    exit: 7,
    code: 'send_blocked',
    names: from_mail,
  })
  expect((await server.api('GET', '/campaigns')).body).toHaveLength(before)
  const { id } = (
    await server.api('POST', '/campaigns', campaignOf(list, { draft: true, from_mail }))
  ).body
  await expectRefusal(['campaigns', 'send', String(id), '--yes'], {
    exit: 7,
    code: 'send_blocked',
    names: 'sender_not_verified',
  })
  expect((await server.api('GET', `/campaigns/${id}`)).body.status).toBe('draft')
})

test('a malformed xsid and an unknown one', async () => {
  for (const xsid of ['qwe', 'QWERTYUIOPS', 'qwesrtysui1', '15-3-2']) {
    await expectRefusal(['subscription', 'get', xsid], { exit: 2, code: 'usage' })
  }
  await expectRefusal(['subscription', 'get', 'qwesrtysuio'], { exit: 3, code: 'not_found' })
})

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

test('a file that is an image, is empty, is a folder or does not exist', async () => {
  const list = String(await addList(server, []))
  const files: [path: string, code: string][] = [
    [newFile('logo.csv', png), 'file_not_text'],
    [newFile('empty.csv', ''), 'file_empty'],
    [newFolder(), 'file_unreadable'],
    [join(newFolder(), 'none.csv'), 'file_unreadable'],
  ]
  for (const [path, code] of files) {
    await expectRefusal(['lists', 'import', path, '--list', list], { exit: 2, code, names: path })
  }
  expect((await server.api('GET', `/lists/${list}/contacts`)).body).toEqual([])
})

test('a message that is an image, is empty, is a folder or does not exist', async () => {
  const to = ['--from-mail', 'hola@tienda.example', '--list', '1', '--draft']
  const message = (path: string) => [
    'campaigns',
    'create',
    '--name',
    'Marzo',
    '--subject',
    'Hola',
    '--html',
    path,
    ...to,
  ]
  const files: [path: string, code: string][] = [
    [newFile('logo.html', png), 'file_unreadable'],
    [newFile('empty.html', ' '), 'file_empty'],
    [newFolder(), 'file_unreadable'],
    [join(newFolder(), 'none.html'), 'file_unreadable'],
  ]
  for (const [path, code] of files)
    await expectRefusal(message(path), { exit: 2, code, names: path })
})

test('a malformed token and an expired one', async () => {
  const list = ['campaigns', 'list']
  for (const REMITE_TOKEN of ['garbage', 'a.b.c']) {
    await expectRefusal(list, { exit: 4, code: 'unauthorized', env: { REMITE_TOKEN } })
  }
  const now = Date.now()
  const expired = await signToken(server.service.secrets.jwt, {
    account: server.accountId,
    jti: 'long-gone',
    issuedAt: now - 7_200_000,
    expiresAt: now - 3_600_000,
  })
  await expectRefusal(list, { exit: 4, code: 'token_expired', env: { REMITE_TOKEN: expired } })
})

const atForeign = () => ({ REMITE_API_URL: foreign.url, REMITE_TOKEN: 'token' })
const html = { headers: { 'content-type': 'text/html' }, body: '<!doctype html><h1>Welcome</h1>' }

test('a server that answers with an HTML page', async () => {
  foreign.respond('GET /campaigns', html)
  foreign.respond('POST /auth/getToken', { status: 404, ...html })
  const env = atForeign()
  await expectRefusal(['campaigns', 'list'], { exit: 14, code: 'not_the_api', env })
  const login = ['auth', 'login', '--username', 'ana', '--password-stdin']
  await expectRefusal(login, {
    exit: 14,
    code: 'not_the_api',
    env,
    stdin: 'secret',
    names: '/v3/api',
  })
})

test('a server that never answers', async () => {
  foreign.respond('GET /campaigns', 'silence')
  const args = ['campaigns', 'list', '--timeout', '300ms', '--retries', '0']
  const started = performance.now()
  await expectRefusal(args, { exit: 11, code: 'timed_out', env: atForeign() })
  expect(performance.now() - started).toBeLessThan(5000)
})

test('a server that hangs up after a send: the outcome is unknown, and nothing is sent again', async () => {
  const campaign = { id: 8, camp_name: 'Abril', asunto: 'Hola', from_mail: 'news@example.org' }
  foreign.respond('GET /campaigns', { body: [campaign] })
  foreign.respond('GET /senders', { body: [{ from_mail: 'news@example.org' }] })
  foreign.respond('PUT /campaigns/8/send', 'hang up')
  const args = ['campaigns', 'send', '8', '--confirm', 'Abril']
  await expectRefusal(args, { exit: 12, code: 'outcome_unknown', env: atForeign() })
  const sends = foreign.requests.filter(({ method }) => method === 'PUT')
  expect(sends).toHaveLength(2) // One of each run, without a retry.
})

test('a server that fails on a read', async () => {
  foreign.respond('GET /campaigns', { status: 500, body: { message: 'out of order' } })
  const args = ['campaigns', 'list', '--retries', '0']
  await expectRefusal(args, {
    exit: 11,
    code: 'unavailable',
    env: atForeign(),
    names: 'out of order',
  })
  expect(foreign.requests).toHaveLength(2)
})

test('a truncated response, and a response that claims to be JSON but is not', async () => {
  const args = ['campaigns', 'list', '--retries', '0']
  foreign.respond('GET /campaigns', 'half')
  await expectRefusal(args, { exit: 11, code: 'network', env: atForeign() })
  const headers = { 'content-type': 'application/json' }
  foreign.respond('GET /campaigns', { headers, body: '{"data":[' })
  await expectRefusal(args, { exit: 11, code: 'unreadable_answer', env: atForeign() })
})

test.each<[body: unknown, says: string]>([
  ['name taken', 'name taken'],
  [{ error: 'name taken' }, 'name taken'],
  [{ error: { message: 'name taken' } }, 'name taken'],
  [{ message: ['name taken'] }, 'name taken'],
  [{ errors: [{ detail: 'name taken' }] }, 'name taken'],
  [{ errors: { name: ['name taken'] } }, 'name taken'],
  [{ detail: { deep: { deeper: 1 } } }, ''],
  [[], ''],
  [null, ''],
  [42, ''],
  [undefined, ''],
])('a refusal whose body is %j', async (body, names) => {
  const headers = { 'content-type': 'application/json' }
  foreign.respond('POST /lists', { status: 422, headers, body: body === null ? 'null' : body })
  const args = ['lists', 'create', '--name', 'News']
  await expectRefusal(args, { exit: 6, code: 'invalid', env: atForeign(), names })
})

test('a broken settings file is named, and logging out repairs it', async () => {
  const cli = remite()
  const env = { REMITE_API_URL: server.url }
  const login = ['auth', 'login', '--username', 'ana', '--password-stdin']
  expect((await cli.with({ env, stdin: server.pass })(...login)).code).toBe(0)
  const path = join(cli.folder, 'config.json')
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 20))
  const result = await cli('campaigns', 'list')
  expect([result.code, result.stdout]).toEqual([1, ''])
  expect(result.stderr).toMatch(/^error: \S.+\n/)
  expect(result.stderr).toContain(path)
  expect(result.stderr).not.toMatch(stackTrace)
  expect(failureIn(await cli('campaigns', 'list', '-o', 'json')).code).toBe('config_broken')
  expect((await cli.with({ env })('auth', 'logout')).code).toBe(0)
  expect((await cli.with({ env, stdin: server.pass })(...login)).code).toBe(0)
  expect((await cli('campaigns', 'list')).code).toBe(0)
})

test('a settings folder that is not writable', async ({ skip }) => {
  const disk = mountSmallDisk('1m')
  if (!disk) return skip(cannotMount)
  try {
    const folder = join(disk.folder, 'remite')
    mkdirSync(folder)
    disk.freeze()
    const login = [
      'auth',
      'login',
      '--api-url',
      server.url,
      '--username',
      'ana',
      '--password-stdin',
    ]
    const env = { REMITE_CONFIG_DIR: folder, REMITE_API_URL: '', REMITE_TOKEN: '' }
    const refusal = { exit: 1, code: 'config_unusable', names: folder, stdin: server.pass, env }
    await expectRefusal(login, refusal)
    const used = await remite(server).with({ env: { REMITE_CONFIG_DIR: folder } })('lists', 'list')
    expect([used.code, used.stderr]).toEqual([0, ''])
  } finally {
    disk.release()
  }
})
