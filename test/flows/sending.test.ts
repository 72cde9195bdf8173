import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { newFolder } from '../support/folder.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { startLossyProxy } from '../support/mail/lossy-proxy.ts'
import { remite } from '../support/remite.ts'
import { type StartOptions, startService, type TestService } from '../support/service.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

let server: TestService
async function start(options: StartOptions = {}) {
  server = await startService(options)
  open.push(() => server.close())
  await addSender(server)
  const list = await addList(server, ['ana@correo.example', 'eva@correo.example'])
  return { list, cli: remite(server, options.clock) }
}

const draft = async (list: number, more: object = {}): Promise<string> => {
  const { body } = await server.api(
    'POST',
    '/campaigns',
    campaignOf(list, { draft: true, ...more }),
  )
  return String(body.id)
}
const statusOf = async (id: string) => (await server.api('GET', `/campaigns/${id}`)).body.status
const idsOf = async (query = '') =>
  (await server.api('GET', `/campaigns${query}`)).body.map(({ id }: { id: number }) => id)

/** Starts a server that implements only the specification. */
async function startForeign() {
  const foreign = await startForeignServer()
  open.push(() => foreign.close())
  const env = { REMITE_API_URL: foreign.url, REMITE_TOKEN: 'opaque' }
  const requestsTo = (route: string) =>
    foreign.requests.filter(({ method, path }) => `${method} ${path}` === route).length
  foreign.respond('GET /senders', { body: [{ from_mail: 'hola@tienda.example' }] })
  return { foreign, requestsTo, env, cli: remite().with({ env }) }
}
const march = { id: 8, camp_name: 'March', asunto: 'Hi', from_mail: 'hola@tienda.example' }

const html = (text = '<p>Hola {{ unsubscribe_url }}</p>') => {
  const path = join(newFolder(), 'march.html')
  writeFileSync(path, text)
  return path
}
const creation = (list: number | string, ...more: string[]) => [
  ...['campaigns', 'create', '--name', 'March', '--subject', 'Hello', '--html', html()],
  ...['--from-mail', 'hola@tienda.example', '--list', String(list), ...more],
]

test('a repeated send within a day says so, names the copy and sends nothing; --again asks once more', async () => {
  const { cli, list } = await start()
  const id = await draft(list)
  const first = await cli('campaigns', 'send', id, '--yes', '--json')
  expect([first.code, first.json()]).toEqual([0, { id: Number(id), ok: true, status: 'queued' }])
  const second = await cli('campaigns', 'send', id, '--json')
  expect(second.code).toBe(0)
  expect(second.json()).toMatchObject({ id: Number(id), repeated: true, status: 'queued' })
  expect(second.stderr).toContain(`campaigns duplicate ${id}`)

  await server.api('PUT', `/campaigns/${id}/cancel`)
  await server.service.db.updateTable('campaigns').set({ status: 'cancelled' }).execute()
  const again = await cli('campaigns', 'send', id, '--yes', '--again')
  expect([again.code, again.stderr]).toEqual([6, expect.stringContaining('cancelled')])
})

test('a repeated send shows people the present status, and scripts the same answer', async () => {
  const { cli, list } = await start()
  const id = await draft(list)
  await cli('campaigns', 'send', id, '--yes')
  await server.service.db.updateTable('campaigns').set({ status: 'sent' }).execute()
  const screen = cli.with({ terminal: { columns: 80 }, env: { NO_COLOR: '1' } })
  const { code, stdout } = await screen('campaigns', 'send', id)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/Status +✓ sent\n/)])
  expect((await cli('campaigns', 'send', id, '--json')).json()).toMatchObject({ status: 'queued' })
})

test('after a day, or for another time, the same send is new', async () => {
  const clock = testClock()
  const { cli, list } = await start({ clock })
  let env = {}
  const args = creation(list, '--yes', '--json')
  const created = async (...more: string[]) => (await cli.with({ env })(...args, ...more)).json()
  const { id } = await created()
  expect(await created()).toMatchObject({ id, repeated: true })
  expect((await created('--at', 'tomorrow 9am')).id).not.toBe(id)
  const planned = await created('--at', '2027-03-05T09:00')
  expect(await created('--at', '2027-03-05T09:00:20')).toMatchObject({
    id: planned.id,
    repeated: true,
  })
  clock.advance(23 * 3_600_000)
  expect(await created()).toMatchObject({ id, repeated: true })
  clock.advance(2 * 3_600_000)
  const login = { username: 'ana', pass: server.pass }
  const { body } = await server.request('POST', '/v3/api/auth/getToken', login)
  env = { REMITE_TOKEN: body.token }
  const next = await created()
  expect(next.repeated).toBeUndefined()
  expect(next.id).not.toBe(id)
})

test('a cron job that runs twice at once, as two processes, sends once', async () => {
  const { list } = await start()
  const folder = newFolder()
  const args = creation(list, '--yes', '--json')
  const result = await Promise.all([spawnRemite(args, folder), spawnRemite(args, folder)])
  const third = await spawnRemite(args, folder)
  expect(await idsOf()).toHaveLength(1)
  expect(result.map(({ code }) => code).every((code) => code === 0 || code === 13)).toBe(true)
  expect(
    result.filter(({ code, stdout }) => code === 0 && !stdout.includes('repeated')),
  ).toHaveLength(1)
  expect([third.code, JSON.parse(third.stdout).repeated]).toEqual([0, true])
})

test('the journal is written before the request, readable by its owner alone', async () => {
  const { cli, list } = await start()
  const journal = join(cli.folder, 'state', 'sending', 'journal.ndjson')
  const relay = await startLossyProxy(server.origin)
  open.push(() => relay.close())
  let written = ''
  relay.setFate((request) => {
    if (isCreation(request)) written = readFileSync(journal, 'utf8')
    return 'pass'
  })
  const env = { REMITE_API_URL: `${relay.origin}/v3/api` }
  expect((await cli.with({ env })(...creation(list, '--yes'))).code).toBe(0)
  expect(JSON.parse(written)).toMatchObject({ state: 'begun', place: 'POST /campaigns' })
  expect(statSync(journal).mode & 0o777).toBe(0o600)
  expect(statSync(join(cli.folder, 'state', 'sending')).mode & 0o777).toBe(0o700)
  expect(readFileSync(journal, 'utf8')).not.toContain(server.token)
})

test('nothing is sent when the journal cannot be written', async () => {
  const { cli, list } = await start()
  const file = join(cli.folder, 'no-folder')
  writeFileSync(file, '')
  const { code, stderr } = await cli.with({ env: { REMITE_STATE_DIR: file } })(
    ...creation(list, '--yes', '--json'),
  )
  expect([code, JSON.parse(stderr.split('\n').at(-2) ?? '').error.code]).toEqual([
    7,
    'state_unwritable',
  ])
  expect(await idsOf()).toEqual([])
})

test('a lost answer is retried with the same key where the server supports keys', async () => {
  const { cli, list } = await start()
  const relay = await startLossyProxy(server.origin)
  open.push(() => relay.close())
  const env = { REMITE_API_URL: `${relay.origin}/v3/api` }
  const once = cli.with({ env })
  relay.setFate((request) => (isCreation(request) ? 'answer lost' : 'pass'))
  const lost = await once(...creation(list, '--yes', '--retries', '0'))
  expect(lost.code).toBe(11)
  relay.setFate(() => 'pass')
  const found = await once(...creation(list, '--yes', '--json'))
  expect([found.code, found.json().repeated]).toEqual([0, true])
  const keys = relay.requests.filter(isCreation).map(keyOf)
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  expect(await idsOf()).toHaveLength(1)
})

test('a lost answer to the count before a creation is an ordinary network error', async () => {
  const { cli, list } = await start()
  const relay = await startLossyProxy(server.origin)
  open.push(() => relay.close())
  relay.setFate(({ method }) => (method === 'POST' ? 'answer lost' : 'pass'))
  const once = cli.with({ env: { REMITE_API_URL: `${relay.origin}/v3/api` } })
  const lost = await once(...creation(list, '--yes', '--retries', '0'))
  expect(lost.code).toBe(11)
  expect(relay.requests.filter(isCreation)).toEqual([])
})

/** Whether a request creates a campaign: the one before it only counts the recipients. */
const isCreation = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'POST' && !path.includes('dry_run')

const keyOf = ({ headers }: { headers: Record<string, unknown> }) => headers['idempotency-key']

test('a send with a lost answer exits with 12, and the next run finds that it was done', async () => {
  const { cli, foreign, requestsTo } = await startForeign()
  foreign.respond('GET /campaigns', { body: [{ ...march, status: 'draft' }] })
  foreign.respond('PUT /campaigns/8/send', 'hang up')
  const lost = await cli('campaigns', 'send', '8', '--confirm', 'March', '--json')
  const { error } = JSON.parse(lost.stderr.split('\n').at(-2) ?? '')
  expect([lost.code, error.code]).toEqual([12, 'outcome_unknown'])
  expect(error.suggestion).toContain('remite campaigns send 8 --confirm March --json')
  expect(error.suggestion).toContain('--settle')

  const open = await cli('campaigns', 'send', '8', '--confirm', 'March')
  expect(open.code).toBe(12)
  foreign.respond('GET /campaigns', { body: { data: [{ ...march, status: 'sending' }] } })
  const found = await cli('campaigns', 'send', '8', '--confirm', 'March', '--json')
  expect([found.code, found.json()]).toEqual([
    0,
    { id: 8, ok: true, status: 'sending', repeated: true },
  ])
  expect(requestsTo('PUT /campaigns/8/send')).toBe(1)
})

test('what the server cannot tell, the user settles', async () => {
  const { cli, foreign, requestsTo } = await startForeign()
  foreign.respond('GET /campaigns', { body: [march] })
  foreign.respond('PUT /campaigns/8/send', { status: 502, body: '<h1>Bad gateway</h1>' }, {})
  const send = (...more: string[]) => cli('campaigns', 'send', '8', '--confirm', 'March', ...more)
  expect((await send('--settle', 'sent')).code).toBe(2)
  expect((await send()).code).toBe(12)
  expect((await send('--again')).code).toBe(12)
  expect((await send('--settle', 'unsent')).code).toBe(0)
  expect(requestsTo('PUT /campaigns/8/send')).toBe(2)
  expect((await send('--json')).json()).toMatchObject({ repeated: true })
})

test('a creation with a lost answer is found by name among new ids', async () => {
  const { cli, foreign, requestsTo } = await startForeign()
  foreign.respond('GET /campaigns', { body: [march] })
  foreign.respond('POST /campaigns', 'half')
  const args = creation('3', '--confirm', 'March', '--json')
  expect((await cli(...args)).code).toBe(12)
  expect((await cli(...args)).code).toBe(12)
  foreign.respond('GET /campaigns', { body: [march, { ...march, id: '9' }] })
  const found = await cli(...args)
  expect([found.code, found.json()]).toEqual([0, { ok: true, id: '9', repeated: true }])
  expect(requestsTo('POST /campaigns')).toBe(1)
})

test('a creation answered without an id is found by name', async () => {
  const { cli, foreign } = await startForeign()
  foreign.respond('POST /campaigns', () => {
    foreign.respond('GET /campaigns', { body: [march, { ...march, id: 11 }] })
    return { body: { ok: true } }
  })
  const { code, json, stderr } = await cli(...creation('3', '--confirm', 'March', '--json'))
  expect([code, json()]).toEqual([0, { ok: true, id: 11 }])
  expect(stderr).toContain('Only the journal on this machine')
  expect(stderr).toContain('has no pre-send check')
})

test('the next run resolves what a killed run left and takes over its lock', async () => {
  const { env, foreign, requestsTo } = await startForeign()
  foreign.respond('GET /campaigns', { body: [{ ...march, status: 'draft' }] })
  foreign.respond('PUT /campaigns/8/send', 'silence')
  const folder = newFolder()
  const args = ['campaigns', 'send', '8', '--confirm', 'March']
  const killed = spawnRemite(args, folder, env)
  while (requestsTo('PUT /campaigns/8/send') === 0)
    await new Promise((done) => setTimeout(done, 20))
  const refused = await spawnRemite(args, folder, env)
  expect([refused.code, refused.stderr]).toEqual([
    13,
    expect.stringMatching(/process \d+ on .+, since 20/),
  ])
  killed.kill()
  await killed
  expect((await spawnRemite(args, folder, env)).code).toBe(12)
  foreign.respond('GET /campaigns', { body: [{ ...march, status: 'sent' }] })
  expect((await spawnRemite(args, folder, env)).code).toBe(0)
  expect(requestsTo('PUT /campaigns/8/send')).toBe(1)
})

test('Ctrl-C while waiting for the answer leaves it to the next run', async () => {
  const { env, foreign, requestsTo } = await startForeign()
  foreign.respond('GET /campaigns', { body: [{ ...march, status: 'draft' }] })
  foreign.respond('PUT /campaigns/8/send', 'silence')
  const { with: runWith } = remite()
  const stopping = new AbortController()
  const args = ['campaigns', 'send', '8', '--confirm', 'March']
  const stopped = runWith({ env, stopped: stopping.signal })(...args)
  while (requestsTo('PUT /campaigns/8/send') === 0) await new Promise((done) => setTimeout(done, 5))
  stopping.abort('SIGINT')
  const { code, stderr } = await stopped
  expect([code, stderr]).toEqual([130, expect.stringContaining('The outcome is unknown')])
  expect((await runWith({ env })(...args)).code).toBe(12)
  expect(requestsTo('PUT /campaigns/8/send')).toBe(1)
})

test('without a check on the server the client checks, and lists what it could not see', async () => {
  const { cli, foreign } = await startForeign()
  foreign.respond('GET /campaigns', { body: [{ ...march, asunto: '' }] })
  const { code, json } = await cli('campaigns', 'check', '8', '--json')
  expect(code).toBe(0)
  expect(json()).toEqual({
    ready: false,
    items: [
      expect.objectContaining({ code: 'subject_empty', level: 'error' }),
      expect.objectContaining({ code: 'not_checked', level: 'warn' }),
    ],
  })
  expect(json().items[1].message).toContain('audience_empty')
})

test('a large send needs the name, an unknown count is large, and a piped yes is refused', async () => {
  const { cli, list } = await start()
  const id = await draft(list)
  const piped = await cli.with({ stdin: 'y\n' })('campaigns', 'send', id)
  expect([piped.code, piped.stderr]).toEqual([7, expect.stringContaining('--yes')])
  const profile = { apiUrl: server.url, sendThreshold: 2 }
  mkdirSync(cli.folder, { recursive: true })
  writeFileSync(
    join(cli.folder, 'config.json'),
    JSON.stringify({ current: 'shop', profiles: { shop: profile } }),
  )
  const large = await cli('campaigns', 'send', id, '--yes')
  expect([large.code, large.stderr]).toEqual([7, expect.stringContaining('--confirm Rebajas')])
  expect((await cli('campaigns', 'send', id, '--confirm', 'Rebajaz')).code).toBe(7)
  expect((await cli('campaigns', 'send', '999', '--confirm', 'Rebajas')).code).toBe(3)
  expect(await statusOf(id)).toBe('draft')
  expect((await cli('campaigns', 'send', id, '--confirm', 'Rebajas')).code).toBe(0)

  const { cli: abroad, foreign, requestsTo } = await startForeign()
  foreign.respond('GET /campaigns', { body: { items: [march, { id: '9' }] } })
  expect((await abroad('campaigns', 'send', '8', '--yes')).code).toBe(7)
  expect((await abroad('campaigns', 'send', '7', '--confirm', 'March')).code).toBe(3)
  expect((await abroad('campaigns', 'send', '9', '--confirm', 'March')).code).toBe(7)
  expect(requestsTo('PUT /campaigns/9/send')).toBe(0)
  expect((await abroad('campaigns', 'send', '9', '--confirm', '9')).code).toBe(0)
})

test('before acting it says who, what, how many and when; afterwards, how to stop it', async () => {
  const clock = testClock()
  const { cli, list } = await start({ clock })
  const { stderr, code } = await cli(
    ...creation(list, '--yes', '--at', '2027-03-05T09:00', '--tz', 'America/Bogota'),
  )
  expect(code).toBe(0)
  expect(stderr).toContain('March')
  expect(stderr).toContain('Hello')
  expect(stderr).toContain('hola@tienda.example')
  expect(stderr).toMatch(/Recipients: +2\n/)
  expect(stderr).toContain('live')
  expect(stderr).toContain('Friday 5 Mar 2027 9:00 America/Bogota (2027-03-05 14:00 UTC)')
  const [id] = await idsOf()
  expect(stderr).toContain(`remite campaigns unschedule ${id}`)
  expect((await server.api('GET', `/campaigns/${id}`)).body).toMatchObject({
    scheduled_at: '2027-03-05T14:00:00.000Z',
    timezone: 'America/Bogota',
  })
  const sent = await cli('campaigns', 'send', await draft(list), '--yes')
  expect(sent.stderr).toContain('remite campaigns pause')
})

test('an unexpected number of recipients is refused before anything is sent', async () => {
  const { cli, list } = await start()
  const id = await draft(list)
  const drifted = await cli('campaigns', 'send', id, '--yes', '--expect-recipients', '3..9')
  expect([drifted.code, drifted.stderr]).toEqual([7, expect.stringContaining('There are 2')])
  const created = await cli(...creation(list, '--yes', '--expect-recipients', '0..1'))
  expect(created.code).toBe(7)
  expect((await cli('campaigns', 'send', id, '--yes', '--expect-recipients', '2..2')).code).toBe(0)
  const row = await server.service.db
    .selectFrom('campaigns')
    .select(['expect_min', 'expect_max'])
    .where('id', '=', Number(id))
    .executeTakeFirst()
  expect(row).toEqual({ expect_min: 2, expect_max: 2 })

  const { cli: abroad, foreign, requestsTo } = await startForeign()
  foreign.respond('GET /campaigns', { body: [march] })
  const args = ['campaigns', 'send', '8', '--confirm', 'March', '--expect-recipients', '1..9']
  expect((await abroad(...args)).code).toBe(14)
  expect(requestsTo('PUT /campaigns/8/send')).toBe(0)
})

test('a blocker stops the send until it is allowed by name', async () => {
  const { cli, list } = await start()
  const id = await draft(list, { from_mail: 'nobody@tienda.example' })
  const blocked = await cli('campaigns', 'send', id, '--yes')
  expect([blocked.code, blocked.stderr]).toEqual([
    7,
    expect.stringContaining('sender_not_verified'),
  ])
  const empty = await addList(server, [])
  const nobody = await cli(...creation(empty, '--yes'))
  expect([nobody.code, nobody.stderr]).toEqual([7, expect.stringContaining('audience_empty')])
  const { cli: abroad, foreign } = await startForeign()
  foreign.respond('GET /senders', { body: [{ from_mail: 'hola@tienda.example', verified: false }] })
  foreign.respond('GET /campaigns', { body: [march] })
  const args = ['campaigns', 'send', '8', '--confirm', 'March']
  expect((await abroad(...args)).code).toBe(7)
  expect((await abroad(...args, '--allow', 'sender_not_verified')).code).toBe(0)
})

test('a scheduled time uses the schedule route and never becomes an immediate send', async () => {
  const { cli, list } = await start()
  const scheduled = await draft(list)
  expect((await cli('campaigns', 'send', scheduled, '--yes', '--at', 'in 2h')).code).toBe(0)
  expect(await statusOf(scheduled)).toBe('scheduled')
  const undoable = await draft(list)
  expect((await cli('campaigns', 'send', undoable, '--yes', '--undo-window', '10m')).code).toBe(0)
  expect(await statusOf(undoable)).toBe('scheduled')
  const id = await draft(list)
  expect((await cli('campaigns', 'schedule', id, '--yes')).code).toBe(2)
  expect((await cli('campaigns', 'send', id, '--yes', '--at', '2020-01-01T09:00')).code).toBe(7)
  expect((await cli('campaigns', 'send', id, '--at', '2027-03-28T02:30')).code).toBe(2)
  expect(await statusOf(id)).toBe('draft')
  const rehearsed = await cli('campaigns', 'send', id, '--at', 'in 2h', '--dry-run', '--json')
  expect(rehearsed.json()).toMatchObject({
    method: 'PUT',
    url: `${server.url}/campaigns/${id}/schedule`,
  })
  const past = ['--at', '2020-01-01T09:00', '--send-now-if-past']
  expect((await cli('campaigns', 'send', id, '--yes', ...past)).code).toBe(0)
  expect(await statusOf(id)).toBe('queued')

  const { cli: abroad, foreign, requestsTo } = await startForeign()
  foreign.respond('GET /campaigns', { body: [march] })
  const args = ['campaigns', 'send', '8', '--confirm', 'March', '--at', 'in 2h']
  expect((await abroad(...args)).code).toBe(14)
  expect((await abroad(...creation('3', '--confirm', 'March', '--at', 'in 2h'))).code).toBe(14)
  expect(requestsTo('PUT /campaigns/8/send') + requestsTo('POST /campaigns')).toBe(0)
})

test('a deleted object can be created again at once', async () => {
  const { cli } = await start()
  const create = () => cli('lists', 'create', '--name', 'News', '--json')
  const { id } = (await create()).json()
  expect((await create()).code).toBe(6)
  expect((await cli('lists', 'delete', String(id), '--yes')).code).toBe(0)
  const fresh = (await create()).json()
  expect([fresh.repeated, fresh.id === id]).toEqual([undefined, false])
})

test('a given idempotency key belongs to one request', async () => {
  const { cli } = await start()
  const create = (name: string, key: string) =>
    cli('lists', 'create', '--name', name, '--idempotency-key', key)
  expect((await create('One', 'k1')).code).toBe(0)
  expect((await create('One', 'k1')).stderr).toContain('already done')
  expect((await create('Two', 'k1')).code).toBe(6)
  expect((await create('Two', 'k2')).code).toBe(0)
})

test('each run adds a line to the result file, without secrets', async () => {
  const { cli, list } = await start()
  const file = join(newFolder(), 'results.ndjson')
  const run = cli.with({ env: { REMITE_RESULT_FILE: file } })
  await run(...creation(list, '--yes'))
  await run('campaigns', 'get', '999')
  await run('senders', 'verify', 'hola@tienda.example', '--code', '123456')
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ exit_code }) => exit_code)).toEqual([0, 3, expect.any(Number)])
  expect(lines[0]).toMatchObject({ result: { ok: true, status: 'queued' } })
  expect(lines[0].command.slice(0, 3)).toEqual(['remite', 'campaigns', 'create'])
  expect(readFileSync(file, 'utf8')).not.toMatch(new RegExp(`123456|${server.token}`))
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

interface ProcessResult {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs the built program, as cron does. */
function spawnRemite(args: string[], folder: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['bin/remite.js', ...args], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      REMITE_CONFIG_DIR: folder,
      REMITE_STATE_DIR: join(folder, 'state'),
      REMITE_API_URL: server?.url ?? '',
      REMITE_TOKEN: server?.token ?? '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const ended = new Promise<ProcessResult>((resolve) =>
    child.once('close', (code) => resolve({ code, ...output })),
  )
  return Object.assign(ended, { kill: () => child.kill('SIGKILL') })
}
