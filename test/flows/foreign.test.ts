import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { tree } from '../../src/cli/tree.ts'
import { endpoints } from '../../src/contract/index.ts'
import type { Clock } from '../../src/core/clock.ts'
import {
  type ForeignServer,
  type Reaction,
  routeOf,
  shownRoutes,
  startForeignServer,
} from '../support/foreign-server.ts'
import { type Ran, remite } from '../support/remite.ts'
import { shownVerbs } from '../support/shown-verbs.ts'

/** Waits between two tries are over at once. */
const hasty: Clock = { now: Date.now, sleep: async () => {} }

const open: ForeignServer[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function foreign() {
  const server = await startForeignServer()
  open.push(server)
  server.answer('GET /campaigns', { body: [{ id: 8, camp_name: 'April' }] })
  server.answer('GET /senders', { body: [{ from_name: 'News', from_mail: 'news@example.org' }] })
  const cli = remite({ url: server.url, token: 'header.payload.signature' }, hasty)
  return {
    server,
    cli,
    /** The verb's sample, with more words behind it. */
    runVerb(path: string, more: readonly string[] = [], { terminal = false } = {}): Promise<Ran> {
      const { words, stdin = '' } = sampleOf(path)
      const run = cli.with({ stdin, ...(terminal && { terminal: { columns: 80 } }) })
      return run(...path.split(' '), ...words, ...more)
    },
    /** What was heard but for reads. */
    acts: () => server.heard.filter(({ method }) => method !== 'GET').map(routeOf),
    bodyOf(route: string): unknown {
      const found = server.heard.find(({ method, path }) => `${method} ${path}` === route)
      return found && JSON.parse(found.body)
    },
  }
}

function sampleOf(path: string) {
  const sample = shownVerbs[path]
  if (!sample) throw new Error(`no sample of ${path}`)
  return sample
}

const paths = Object.keys(shownVerbs)
const reading = paths.filter((path) => sampleOf(path).route.startsWith('GET '))
/** The two of a session have rules of their own: nobody is harmed by a second try. */
const acting = paths.filter((path) => !reading.includes(path) && !path.startsWith('auth '))

const page = '<!doctype html><html><body><h1>Bad <b>day</b></h1></body></html>'
const html = (status: number): Reaction => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: page,
})

const spoken = ({ stdout, stderr }: Ran): string => stdout + stderr
/** What a program says that did not expect what it got. */
const noise = /undefined|NaN|\[object|\n {4}at |<h1|Cannot read/

test('every verb on a shown route has a sample, and all 29 are reached', () => {
  const shown = new Set(endpoints.filter(({ endpoint }) => endpoint.shown).map(({ id }) => id))
  const verbs = tree.filter(
    ({ endpoint, path }) =>
      endpoint !== undefined && shown.has(endpoint) && path !== 'campaigns watch',
  )
  expect(verbs.map(({ path }) => path).filter((path) => !(path in shownVerbs))).toEqual([])
  const reached = Object.values(shownVerbs).map(({ route }) => {
    const [method = '', path = ''] = route.split(' ')
    return routeOf({ method, path })
  })
  expect([...new Set(reached)].sort()).toEqual([...shownRoutes].sort())
  expect(shownRoutes).toHaveLength(29)
})

test.each(paths)('%s works where nothing but the shown routes is', async (path) => {
  const { server, runVerb } = await foreign()
  const ran = await runVerb(path, ['--json'])
  expect(ran, ran.stderr).toMatchObject({ code: 0 })
  expect(ran.json()).toBeTypeOf('object')
  const heard = server.heard.map(({ method, path: at }) => `${method} ${at}`)
  expect(heard).toContain(sampleOf(path).route)
})

test.each(paths)('%s is readable in a terminal there', async (path) => {
  const { runVerb } = await foreign()
  const ran = await runVerb(path, [], { terminal: true })
  expect(ran, ran.stderr).toMatchObject({ code: 0 })
  expect(spoken(ran)).not.toMatch(noise)
  expect(spoken(ran).trim()).not.toBe('')
})

test('what a server tells beyond is shown, and what it does not tell is no blank line', async () => {
  const { server, runVerb } = await foreign()
  server.answer('GET /users/7', { body: { data: { id: 7, username: 'luis', shoe_size: 43 } } })
  const { stdout } = await runVerb('users get', ['--color', 'never'], { terminal: true })
  expect(stdout).toMatch(/luis/)
  expect(stdout).toMatch(/shoe_size +43/)
  expect(stdout).not.toContain('–')
})

const wrappings: Record<string, (items: object[], noun: string) => unknown> = {
  bare: (items) => items,
  'in data': (data) => ({ data, meta: { page: 1 } }),
  'in items': (items) => ({ items, total: items.length }),
  'in results': (results) => ({ ok: true, results }),
  'under its noun': (items, noun) => ({ [noun]: items }),
  'in data, under its noun': (items, noun) => ({ data: { [noun]: items } }),
}

test.each(Object.keys(wrappings))('a list that comes %s is the same list', async (name) => {
  const { server, cli } = await foreign()
  const wrap = wrappings[name] ?? Object
  const ids = [8, '9', 'c-10f', '12345678901234567890']
  const campaigns = ids.map((id) => ({ id, camp_name: `Number ${id}` }))
  server.answer('GET /campaigns', { body: wrap(campaigns, 'campaigns') })
  server.answer('GET /senders', { body: wrap([{ from_mail: 'a@example.org' }], 'senders') })
  expect((await cli('campaigns', 'list', '-o', 'ids')).stdout).toBe(
    '8\n9\nc-10f\n12345678901234567890\n',
  )
  expect((await cli('campaigns', 'list', '--json')).json().data).toEqual(campaigns)
  expect((await cli('senders', 'list', '--fields', 'from_mail')).stdout).toBe('a@example.org\n')
})

test('an id that is text goes into the path as it is', async () => {
  const { server, cli } = await foreign()
  server.answer('GET /campaigns/c-10f/stats', { body: { opens: 3 } })
  expect((await cli('campaigns', 'stats', 'c-10f', '--json')).json()).toMatchObject({ opens: 3 })
  server.answer('GET /users/00a%2Fb', { body: { id: '00a/b' } })
  expect((await cli('users', 'get', '00a/b', '--json')).json()).toMatchObject({ id: '00a/b' })
})

test.each([...acting, 'auth logout'])('%s takes an answer without a word', async (path) => {
  const { server, runVerb } = await foreign()
  server.answer(sampleOf(path).route, { status: 204 })
  const ran = await runVerb(path, [], { terminal: true })
  expect(ran, ran.stderr).toMatchObject({ code: 0 })
  expect(spoken(ran)).not.toMatch(noise)
  expect(spoken(ran).trim()).not.toBe('')
})

test('a log-in that brings no token is no log-in', async () => {
  const { server, cli } = await foreign()
  for (const answer of [{ status: 204 }, { body: { ok: true } }, { body: { token: '' } }]) {
    server.answer('POST /auth/getToken', answer)
    const ran = await cli.with({ stdin: 'secret' })(
      ...['auth', 'login', '--username', 'ana', '--password-stdin'],
    )
    expect(ran.code).toBe(11)
    expect((await cli.with({ env: { REMITE_TOKEN: '' } })('auth', 'token')).code).toBe(4)
  }
})

test.each(acting)('%s that ends in a page for browsers may have happened', async (path) => {
  for (const status of [200, 500, 502]) {
    const { server, runVerb } = await foreign()
    server.answer(sampleOf(path).route, html(status))
    const ran = await runVerb(path, ['-q'])
    expect([status, ran.code]).toEqual([status, 12])
    expect(spoken(ran)).not.toMatch(noise)
    const heard = server.heard.map(({ method, path: at }) => `${method} ${at}`)
    expect(heard.filter((route) => route === sampleOf(path).route)).toHaveLength(1)
  }
})

test.each(reading)('%s that ends in a page for browsers says what it is', async (path) => {
  for (const [status, code] of [
    [200, 14],
    [500, 11],
    [404, 3],
    [405, 14],
  ] as const) {
    const { server, runVerb } = await foreign()
    server.answer(sampleOf(path).route, html(status))
    const ran = await runVerb(path, ['--retries', '0'])
    expect([status, ran.code]).toEqual([status, code])
    expect(ran.stdout).toBe('')
    expect(ran.stderr).toMatch(/^error: /)
    expect(spoken(ran)).not.toMatch(noise)
  }
})

test('a read is tried again, and what acts is not, for this server honours no keys', async () => {
  const { server, runVerb, acts } = await foreign()
  server.answer('GET /dashboard', html(502), html(502), { body: { sends: 1 } })
  expect((await runVerb('dashboard show', ['--json'])).json()).toEqual({ sends: 1 })
  server.answer('POST /lists', html(502), { body: { ok: true } })
  const ran = await runVerb('lists create', ['--json'])
  expect(JSON.parse(ran.stderr).error).toMatchObject({ code: 'outcome_unknown', exit_code: 12 })
  expect(acts()).toEqual(['POST /lists'])
})

test('a session that ends in the middle of a list leaves what was read, and exit 4', async () => {
  const { server, cli } = await foreign()
  const first = Array.from({ length: 500 }, (_, at) => ({ id: at + 1, camp_name: `No ${at}` }))
  server.answer(
    'GET /campaigns',
    { body: { data: first, next_cursor: 'more' } },
    { status: 401, body: { message: 'token expired' } },
  )
  const ran = await cli('campaigns', 'list', '--all', '--json')
  expect(ran.code).toBe(4)
  expect(ran.json()).toMatchObject({ has_more: true, next_cursor: 'more' })
  expect(ran.json().data).toHaveLength(500)
  expect(JSON.parse(ran.stderr).error).toMatchObject({ status: 401, exit_code: 4 })
})

function people(folder: string, count: number): string {
  const path = join(folder, 'people.csv')
  const rows = Array.from({ length: count }, (_, at) => `p${at}@example.org,P${at}\n`)
  writeFileSync(path, `email,nombre\n${rows.join('')}`)
  return path
}

test('an import sends one contact at a time, as the specification shows it', async () => {
  const { server, cli } = await foreign()
  const ran = await cli('lists', 'import', people(cli.folder, 3), '--list', '3', '--json')
  expect(ran, ran.stderr).toMatchObject({ code: 0 })
  expect(ran.json()).toMatchObject({ rows: 3, created: 3, rejected: 0 })
  const bodies = server.heard
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body))
  expect(bodies.sort((one, other) => (one.email < other.email ? -1 : 1))).toEqual(
    [0, 1, 2].map((at) => ({ email: `p${at}@example.org`, nombre: `P${at}` })),
  )
})

test('a session that ends in the middle of an import says how to go on, and it does', async () => {
  const { server, cli } = await foreign()
  const created = { body: { ok: true } }
  server.answer('POST /lists/3/contacts', created, created, { status: 401, body: {} })
  const path = people(cli.folder, 5)
  const ran = await cli('lists', 'import', path, '--list', '3', '--concurrency', '1')
  expect(ran.code).toBe(4)
  const [, id = ''] = /try: remite lists imports resume (\S+)/.exec(ran.stderr) ?? []
  expect(id).not.toBe('')
  server.answer('POST /lists/3/contacts', created)
  const resumed = await cli('lists', 'imports', 'resume', id, '--json')
  expect(resumed, resumed.stderr).toMatchObject({ code: 0 })
  expect(resumed.json()).toMatchObject({ rows: 5, created: 5 })
  const sent = server.heard.flatMap(({ method, body }) =>
    method === 'POST' ? [JSON.parse(body).email] : [],
  )
  expect(new Set(sent).size).toBe(5)
  expect(sent).toHaveLength(6) // the refused one again
})

test('an import into a way of writing that only batches know sends nothing', async () => {
  const { cli, acts } = await foreign()
  const path = people(cli.folder, 3)
  const ran = await cli('lists', 'import', path, '--list', '3', '--mode', 'insert')
  expect([ran.code, acts()]).toEqual([14, []])
})

const create = [
  ...['campaigns', 'create', '--name', 'March', '--subject', 'Hello', '--html', '-'],
  ...['--from-mail', 'news@example.org', '--list', '3', '--confirm', 'March'],
]
const send = ['campaigns', 'send', '8', '--confirm', 'April']

/** Dropped in silence, each of these would reach people too early, too many, or for good. */
const guards: readonly (readonly string[])[] = [
  [...create, '--draft'],
  [...create, '--at', '2099-03-01T09:00:00Z'],
  [...create, '--segment', '4'],
  [...create, '--exclude-list', '5'],
  [...send, '--at', '2099-03-01T09:00:00Z'],
  [...send, '--undo-window', '10m'],
  ['lists', 'create', '--name', 'Customers', '--double-optin'],
  ['contacts', 'remove', '17', '--list', '3', '--erase', '--yes'],
  ['campaigns', 'schedule', '8', '--at', '2099-03-01T09:00:00Z', '--confirm', 'April'],
  ['campaigns', 'unschedule', '8'],
]

test.each(guards.map((words) => ({ words, what: words.join(' ') })))(
  'refused where part of it would be ignored: $what',
  async ({ words }) => {
    const { cli, acts } = await foreign()
    const ran = await cli.with({ stdin: '<p>Hello</p>' })(...words)
    expect(ran, ran.stderr).toMatchObject({ code: 14, stdout: '' })
    expect(acts()).toEqual([])
  },
)

test('what would stop a send is asked for all the same, and a No is not taken for a yes', async () => {
  const { cli, acts } = await foreign()
  expect((await cli('campaigns', 'pause', '8')).code).toBe(14)
  expect((await cli('campaigns', 'cancel', '8', '--yes')).code).toBe(14)
  expect(acts()).toEqual(['PUT /campaigns/:/pause', 'PUT /campaigns/:/cancel'])
})

test('an import into a new list whose id is not told stops before its first contact', async () => {
  const { server, cli, acts } = await foreign()
  server.answer('POST /lists', { body: { ok: true } })
  const ran = await cli('lists', 'import', people(cli.folder, 3), '--create', 'Customers')
  expect(ran.code).toBe(12)
  expect(ran.stderr).toContain('Customers')
  expect(acts()).toEqual(['POST /lists'])
})

test('a number of recipients that nobody can count or enforce is not promised', async () => {
  const { cli, acts } = await foreign()
  for (const words of [create, send]) {
    const ran = await cli.with({ stdin: '<p>Hello</p>' })(...words, '--expect-recipients', '1..20')
    expect([ran.code, acts()]).toEqual([14, []])
    expect(ran.stderr).toContain('expect_recipients')
  }
})

test.each([[], ['--everywhere']])(
  'logging out %s says what was asked, and not that it was done',
  async (...more) => {
    const { cli, acts } = await foreign()
    const ran = await cli('auth', 'logout', '--json', ...more)
    expect([ran.code, ran.json().revoked, acts()]).toEqual([0, null, ['POST /auth/logout']])
    expect(ran.stderr).toContain('The server was asked')
  },
)

test('a server that says yes to what it did not understand is not asked', async () => {
  const { server, cli, acts } = await foreign()
  for (const method of ['POST', 'PUT', 'DELETE']) {
    for (const path of ['/campaigns', '/campaigns/8/send', '/campaigns/8/schedule', '/lists']) {
      server.answer(`${method} ${path}`, { body: { ok: true } })
    }
  }
  for (const words of guards) {
    const ran = await cli.with({ stdin: '<p>Hello</p>' })(...words)
    expect(ran, ran.stderr).toMatchObject({ code: 14 })
  }
  expect(acts()).toEqual([])
})

test('what is sent of a campaign is what the specification shows', async () => {
  const { runVerb, bodyOf } = await foreign()
  const more = ['--from-name', 'News', '--track-reads', '--track-links']
  expect(await runVerb('campaigns create', more)).toMatchObject({ code: 0 })
  expect(bodyOf('POST /campaigns')).toEqual({
    camp_name: 'March',
    asunto: 'Hello',
    html: '<p>Hello</p>',
    from_name: 'News',
    from_mail: 'news@example.org',
    list_id: ['3'],
    track_reads: true,
    track_links: true,
  })
})

test('a campaign is followed where the server tells its state, and only there', async () => {
  const { server, cli } = await foreign()
  expect((await cli('campaigns', 'watch', '8')).code).toBe(14)
  expect((await cli(...send, '--wait')).code).toBe(14)
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    const stop = new AbortController()
    server.answer('GET /campaigns/8/stats', () => {
      stop.abort(signal)
      return { body: { status: 'sending', sent: 1 } }
    })
    const ran = await cli.with({ stopped: stop.signal })('campaigns', 'watch', '8')
    expect(ran.code).toBe(code)
  }
  server.answer('GET /campaigns/8/stats', { body: { status: 'sent', sent: 2 } })
  const ran = await cli('campaigns', 'watch', '8', '-o', 'ndjson')
  expect(ran, ran.stderr).toMatchObject({ code: 0 })
  expect(ran.json()).toMatchObject({ status: 'sent', sent: 2 })
})

test('a campaign whose id is not told is found by its name, the newest of them', async () => {
  const { server, runVerb } = await foreign()
  const old = { id: 5, camp_name: 'March' }
  server.answer('POST /campaigns', () => {
    server.answer('GET /campaigns', { body: [{ id: 31, camp_name: 'March' }, old] })
    return { body: { ok: true } }
  })
  server.answer('GET /campaigns', { body: [old] })
  const ran = await runVerb('campaigns create', ['--json'])
  expect(ran, ran.stderr).toMatchObject({ code: 0 })
  expect(ran.json()).toMatchObject({ ok: true, id: 31 })
})

test('a campaign that cannot be found afterwards is said to be there without its id', async () => {
  const { runVerb } = await foreign()
  const ran = await runVerb('campaigns create', ['--json'])
  expect(ran).toMatchObject({ code: 0 })
  expect(ran.json()).not.toHaveProperty('id')
  expect(ran.stderr).toContain('March')
})

test('what could not be checked before a send is said, and an answer of 502 is exit 12', async () => {
  const { server, runVerb, acts } = await foreign()
  server.answer('PUT /campaigns/8/send', html(502))
  const ran = await runVerb('campaigns send')
  expect(ran.code).toBe(12)
  expect(acts()).toEqual(['PUT /campaigns/:/send'])
  expect(ran.stderr).toMatch(/warning: .+\n/)
  expect(ran.stderr).toContain('remite campaigns')
})
