import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { tree } from '../../src/cli/generated/tree.ts'
import { endpoints } from '../../src/contract/index.ts'
import type { Clock } from '../../src/core/clock.ts'
import {
  type ForeignServer,
  type Reaction,
  routeOf,
  specifiedRoutes,
  startForeignServer,
} from '../support/foreign-server.ts'
import { type RunResult, remite } from '../support/remite.ts'
import { specifiedVerbs } from '../support/source/specified-verbs.ts'

/** A clock without pauses between retries. */
const clockWithoutPauses: Clock = { now: Date.now, sleep: async () => {} }

const open: ForeignServer[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function foreign() {
  const server = await startForeignServer()
  open.push(server)
  server.respond('GET /campaigns', { body: [{ id: 8, camp_name: 'April' }] })
  server.respond('GET /senders', { body: [{ from_name: 'News', from_mail: 'news@example.org' }] })
  const cli = remite({ url: server.url, token: 'header.payload.signature' }, clockWithoutPauses)
  return {
    server,
    cli,
    /** Runs the sample of a verb with additional arguments. */
    runVerb(
      path: string,
      more: readonly string[] = [],
      { terminal = false } = {},
    ): Promise<RunResult> {
      const { args, stdin = '' } = sampleOf(path)
      const run = cli.with({ stdin, ...(terminal && { terminal: { columns: 80 } }) })
      return run(...path.split(' '), ...args, ...more)
    },
    /** The routes of all requests except reads. */
    writes: () => server.requests.filter(({ method }) => method !== 'GET').map(routeOf),
    bodyOf(route: string): unknown {
      const found = server.requests.find(({ method, path }) => `${method} ${path}` === route)
      return found && JSON.parse(found.body)
    },
  }
}

function sampleOf(path: string) {
  const sample = specifiedVerbs[path]
  if (!sample) throw new Error(`no sample of ${path}`)
  return sample
}

const paths = Object.keys(specifiedVerbs)
const reading = paths.filter((path) => sampleOf(path).route.startsWith('GET '))
/** Verbs that change something. `auth` has other rules, because a retry of a login is harmless. */
const acting = paths.filter((path) => !reading.includes(path) && !path.startsWith('auth '))

const page = '<!doctype html><html><body><h1>Bad <b>day</b></h1></body></html>'
const html = (status: number): Reaction => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: page,
})

const outputOf = ({ stdout, stderr }: RunResult): string => stdout + stderr
/** Text that appears when code does not handle an unexpected response. */
const unhandled = /undefined|NaN|\[object|\n {4}at |<h1|Cannot read/

test('every verb on a specified route has a sample, and all 29 are covered', () => {
  const shown = new Set(endpoints.filter(({ endpoint }) => endpoint.shown).map(({ id }) => id))
  const verbs = tree.filter(
    ({ endpoint, path }) =>
      endpoint !== undefined && shown.has(endpoint) && path !== 'campaigns watch',
  )
  expect(verbs.map(({ path }) => path).filter((path) => !(path in specifiedVerbs))).toEqual([])
  const reached = Object.values(specifiedVerbs).map(({ route }) => {
    const [method = '', path = ''] = route.split(' ')
    return routeOf({ method, path })
  })
  expect([...new Set(reached)].sort()).toEqual([...specifiedRoutes].sort())
  expect(specifiedRoutes).toHaveLength(29)
})

test.each(paths)('%s works on a server with only the specified routes', async (path) => {
  const { server, runVerb } = await foreign()
  const result = await runVerb(path, ['--json'])
  expect(result, result.stderr).toMatchObject({ code: 0 })
  expect(result.json()).toBeTypeOf('object')
  const routes = server.requests.map(({ method, path: requestPath }) => `${method} ${requestPath}`)
  expect(routes).toContain(sampleOf(path).route)
})

test.each(paths)('%s is readable in a terminal on such a server', async (path) => {
  const { runVerb } = await foreign()
  const result = await runVerb(path, [], { terminal: true })
  expect(result, result.stderr).toMatchObject({ code: 0 })
  expect(outputOf(result)).not.toMatch(unhandled)
  expect(outputOf(result).trim()).not.toBe('')
})

test('extra fields of a server are shown, and missing ones leave no blank line', async () => {
  const { server, runVerb } = await foreign()
  server.respond('GET /users/7', { body: { data: { id: 7, username: 'luis', shoe_size: 43 } } })
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

test.each(Object.keys(wrappings))('a list in the form %s is read the same', async (name) => {
  const { server, cli } = await foreign()
  const wrap = wrappings[name] ?? Object
  const ids = [8, '9', 'c-10f', '12345678901234567890']
  const campaigns = ids.map((id) => ({ id, camp_name: `Number ${id}` }))
  server.respond('GET /campaigns', { body: wrap(campaigns, 'campaigns') })
  server.respond('GET /senders', { body: wrap([{ from_mail: 'a@example.org' }], 'senders') })
  expect((await cli('campaigns', 'list', '-o', 'ids')).stdout).toBe(
    '8\n9\nc-10f\n12345678901234567890\n',
  )
  expect((await cli('campaigns', 'list', '--json')).json().data).toEqual(campaigns)
  expect((await cli('senders', 'list', '--fields', 'from_mail')).stdout).toBe('a@example.org\n')
})

test('a textual id goes into the path unchanged', async () => {
  const { server, cli } = await foreign()
  server.respond('GET /campaigns', { body: [{ id: 'c-10f' }] })
  server.respond('GET /campaigns/c-10f/stats', { body: { opens: 3 } })
  expect((await cli('campaigns', 'stats', 'c-10f', '--json')).json()).toMatchObject({ opens: 3 })
  server.respond('GET /users/00a%2Fb', { body: { id: '00a/b' } })
  expect((await cli('users', 'get', '00a/b', '--json')).json()).toMatchObject({ id: '00a/b' })
})

test('a code of a form that another server may give is sent', async () => {
  const { server, cli } = await foreign()
  server.respond('POST /senders/verify', { body: { verified: true } })
  const result = await cli('senders', 'verify', 'news@example.org', '--code', 'A1-b2', '--json')
  expect(result, result.stderr).toMatchObject({ code: 0 })
  expect(server.requests.at(-1)?.body).toContain('A1-b2')
})

test.each([...acting, 'auth logout'])('%s takes an answer without a word', async (path) => {
  const { server, runVerb } = await foreign()
  server.respond(sampleOf(path).route, { status: 204 })
  const result = await runVerb(path, [], { terminal: true })
  expect(result, result.stderr).toMatchObject({ code: 0 })
  expect(outputOf(result)).not.toMatch(unhandled)
  expect(outputOf(result).trim()).not.toBe('')
})

test('a login response without a token is a failure', async () => {
  const { server, cli } = await foreign()
  for (const answer of [{ status: 204 }, { body: { ok: true } }, { body: { token: '' } }]) {
    server.respond('POST /auth/getToken', answer)
    const result = await cli.with({ stdin: 'secret' })(
      ...['auth', 'login', '--username', 'ana', '--password-stdin'],
    )
    expect(result.code).toBe(11)
    expect((await cli.with({ env: { REMITE_TOKEN: '' } })('auth', 'token')).code).toBe(4)
  }
})

test.each(acting)('%s answered with an HTML page has an unknown outcome', async (path) => {
  for (const status of [200, 500, 502]) {
    const { server, runVerb } = await foreign()
    server.respond(sampleOf(path).route, html(status))
    const result = await runVerb(path, ['-q'])
    expect([status, result.code]).toEqual([status, 12])
    expect(outputOf(result)).not.toMatch(unhandled)
    const routes = server.requests.map(
      ({ method, path: requestPath }) => `${method} ${requestPath}`,
    )
    expect(routes.filter((route) => route === sampleOf(path).route)).toHaveLength(1)
  }
})

test.each(reading)('%s answered with an HTML page says so', async (path) => {
  for (const [status, code] of [
    [200, 14],
    [500, 11],
    [404, 3],
    [405, 14],
  ] as const) {
    const { server, runVerb } = await foreign()
    server.respond(sampleOf(path).route, html(status))
    const result = await runVerb(path, ['--retries', '0'])
    expect([status, result.code]).toEqual([status, code])
    expect(result.stdout).toBe('')
    expect(result.stderr).toMatch(/^error: /)
    expect(outputOf(result)).not.toMatch(unhandled)
  }
})

test('reads are retried and actions are not, because this server ignores idempotency keys', async () => {
  const { server, runVerb, writes } = await foreign()
  server.respond('GET /dashboard', html(502), html(502), { body: { sends: 1 } })
  expect((await runVerb('dashboard show', ['--json'])).json()).toEqual({ sends: 1 })
  server.respond('POST /lists', html(502), { body: { ok: true } })
  const result = await runVerb('lists create', ['--json'])
  expect(JSON.parse(result.stderr).error).toMatchObject({ code: 'outcome_unknown', exit_code: 12 })
  expect(writes()).toEqual(['POST /lists'])
})

test('a session that expires while listing keeps the rows read so far, with exit 4', async () => {
  const { server, cli } = await foreign()
  const first = Array.from({ length: 500 }, (_, index) => ({
    id: index + 1,
    camp_name: `No ${index}`,
  }))
  server.respond(
    'GET /campaigns',
    { body: { data: first, next_cursor: 'more' } },
    { status: 401, body: { message: 'token expired' } },
  )
  const result = await cli('campaigns', 'list', '--all', '--json')
  expect(result.code).toBe(4)
  expect(result.json()).toMatchObject({ has_more: true, next_cursor: 'more' })
  expect(result.json().data).toHaveLength(500)
  expect(JSON.parse(result.stderr).error).toMatchObject({ status: 401, exit_code: 4 })
})

function people(folder: string, count: number): string {
  const path = join(folder, 'people.csv')
  const rows = Array.from({ length: count }, (_, index) => `p${index}@example.org,P${index}\n`)
  writeFileSync(path, `email,nombre\n${rows.join('')}`)
  return path
}

test('an import sends one contact at a time, as specified', async () => {
  const { server, cli } = await foreign()
  const result = await cli('lists', 'import', people(cli.folder, 3), '--list', '3', '--json')
  expect(result, result.stderr).toMatchObject({ code: 0 })
  expect(result.json()).toMatchObject({ rows: 3, created: 3, rejected: 0 })
  const bodies = server.requests
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body))
  expect(bodies.sort((a, b) => (a.email < b.email ? -1 : 1))).toEqual(
    [0, 1, 2].map((index) => ({ email: `p${index}@example.org`, nombre: `P${index}` })),
  )
})

test('a session that expires during an import says how to continue, which works', async () => {
  const { server, cli } = await foreign()
  const created = { body: { ok: true } }
  server.respond('POST /lists/3/contacts', created, created, { status: 401, body: {} })
  const path = people(cli.folder, 5)
  const result = await cli('lists', 'import', path, '--list', '3', '--concurrency', '1')
  expect(result.code).toBe(4)
  const [, id = ''] = /try: remite lists imports resume (\S+)/.exec(result.stderr) ?? []
  expect(id).not.toBe('')
  server.respond('POST /lists/3/contacts', created)
  const resumed = await cli('lists', 'imports', 'resume', id, '--json')
  expect(resumed, resumed.stderr).toMatchObject({ code: 0 })
  expect(resumed.json()).toMatchObject({ rows: 5, created: 5 })
  const sent = server.requests.flatMap(({ method, body }) =>
    method === 'POST' ? [JSON.parse(body).email] : [],
  )
  expect(new Set(sent).size).toBe(5)
  expect(sent).toHaveLength(6) // Five batches, and the refused one a second time.
})

test('an import in a mode that only batches support sends nothing', async () => {
  const { cli, writes } = await foreign()
  const path = people(cli.folder, 3)
  const result = await cli('lists', 'import', path, '--list', '3', '--mode', 'insert')
  expect([result.code, writes()]).toEqual([14, []])
})

const create = [
  ...['campaigns', 'create', '--name', 'March', '--subject', 'Hello', '--html', '-'],
  ...['--from-mail', 'news@example.org', '--list', '3', '--confirm', 'March'],
]
const send = ['campaigns', 'send', '8', '--confirm', 'April']

/** Flags that protect recipients. Ignoring one would send too early, to too many people, or for good. */
const guardedRuns: readonly (readonly string[])[] = [
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

test.each(guardedRuns.map((args) => ({ args, what: args.join(' ') })))(
  'refused where part of it would be ignored: $what',
  async ({ args }) => {
    const { cli, writes } = await foreign()
    const result = await cli.with({ stdin: '<p>Hello</p>' })(...args)
    expect(result, result.stderr).toMatchObject({ code: 14, stdout: '' })
    expect(writes()).toEqual([])
  },
)

test('a send is confirmed even without a check, and a no is respected', async () => {
  const { cli, writes } = await foreign()
  expect((await cli('campaigns', 'pause', '8')).code).toBe(14)
  expect((await cli('campaigns', 'cancel', '8', '--yes')).code).toBe(14)
  expect(writes()).toEqual(['PUT /campaigns/:/pause', 'PUT /campaigns/:/cancel'])
})

test('an import into a new list without an id in the response stops before the first contact', async () => {
  const { server, cli, writes } = await foreign()
  server.respond('POST /lists', { body: { ok: true } })
  const result = await cli('lists', 'import', people(cli.folder, 3), '--create', 'Customers')
  expect(result.code).toBe(12)
  expect(result.stderr).toContain('Customers')
  expect(writes()).toEqual(['POST /lists'])
})

test('an expected number of recipients that cannot be counted or enforced is refused', async () => {
  const { cli, writes } = await foreign()
  for (const args of [create, send]) {
    const result = await cli.with({ stdin: '<p>Hello</p>' })(
      ...args,
      '--expect-recipients',
      '1..20',
    )
    expect([result.code, writes()]).toEqual([14, []])
    expect(result.stderr).toContain('expect_recipients')
  }
})

test.each([[], ['--everywhere']])(
  'logging out %s says what was asked, and not that it was done',
  async (...more) => {
    const { cli, writes } = await foreign()
    const result = await cli('auth', 'logout', '--json', ...more)
    expect([result.code, result.json().revoked, writes()]).toEqual([0, null, ['POST /auth/logout']])
    expect(result.stderr).toContain('The server was asked')
  },
)

test('a server that accepted a request it did not understand is not asked again', async () => {
  const { server, cli, writes } = await foreign()
  for (const method of ['POST', 'PUT', 'DELETE']) {
    for (const path of ['/campaigns', '/campaigns/8/send', '/campaigns/8/schedule', '/lists']) {
      server.respond(`${method} ${path}`, { body: { ok: true } })
    }
  }
  for (const args of guardedRuns) {
    const result = await cli.with({ stdin: '<p>Hello</p>' })(...args)
    expect(result, result.stderr).toMatchObject({ code: 14 })
  }
  expect(writes()).toEqual([])
})

test('a campaign is sent with the specified fields only', async () => {
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

test('a campaign is followed only where the server reports its status', async () => {
  const { server, cli } = await foreign()
  expect((await cli('campaigns', 'watch', '8')).code).toBe(14)
  expect((await cli(...send, '--wait')).code).toBe(14)
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    const stop = new AbortController()
    server.respond('GET /campaigns/8/stats', () => {
      stop.abort(signal)
      return { body: { status: 'sending', sent: 1 } }
    })
    const result = await cli.with({ stopped: stop.signal })('campaigns', 'watch', '8')
    expect(result.code).toBe(code)
  }
  server.respond('GET /campaigns/8/stats', { body: { status: 'sent', sent: 2 } })
  const ndjson = await cli('campaigns', 'watch', '8', '-o', 'ndjson')
  expect(ndjson, ndjson.stderr).toMatchObject({ code: 0 })
  expect(ndjson.json()).toMatchObject({ status: 'sent', sent: 2 })
})

test('a campaign without an id in the response is found by name, newest first', async () => {
  const { server, runVerb } = await foreign()
  const old = { id: 5, camp_name: 'March' }
  server.respond('POST /campaigns', () => {
    server.respond('GET /campaigns', { body: [{ id: 31, camp_name: 'March' }, old] })
    return { body: { ok: true } }
  })
  server.respond('GET /campaigns', { body: [old] })
  const result = await runVerb('campaigns create', ['--json'])
  expect(result, result.stderr).toMatchObject({ code: 0 })
  expect(result.json()).toMatchObject({ ok: true, id: 31 })
})

test('a campaign that cannot be found afterwards is reported without an id', async () => {
  const { runVerb } = await foreign()
  const result = await runVerb('campaigns create', ['--json'])
  expect(result).toMatchObject({ code: 0 })
  expect(result.json()).not.toHaveProperty('id')
  expect(result.stderr).toContain('March')
})

test('unchecked items are listed before a send, and an answer of 502 is exit 12', async () => {
  const { server, runVerb, writes } = await foreign()
  server.respond('PUT /campaigns/8/send', html(502))
  const result = await runVerb('campaigns send')
  expect(result.code).toBe(12)
  expect(writes()).toEqual(['PUT /campaigns/:/send'])
  expect(result.stderr).toMatch(/warning: .+\n/)
  expect(result.stderr).toContain('remite campaigns')
})
