import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender } from '../support/campaign-fixtures.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
let list: number
beforeAll(async () => {
  server = await startService()
  cli = remite(server)
  await addSender(server, 'news@example.org')
  list = await addList(server, ['eva@example.org', 'leo@example.org'], 'Customers')
})
afterAll(() => server.close())

const conditions = { op: 'and', rules: [{ field: 'tags', operator: 'is_set' }] }
const message = (asunto: string) => ({ asunto, from_mail: 'news@example.org', html: '<p>Hola</p>' })

const welcome = (name: string, more: object = {}) => ({
  name,
  trigger: { type: 'list_joined', list_id: list },
  nodes: [
    { id: 'in', type: 'trigger' },
    { id: 'hello', type: 'send', config: message('Welcome') },
    { id: 'clicked', type: 'wait_event', config: { event: 'click', node: 'hello', timeout: '3d' } },
    { id: 'known', type: 'condition', config: { conditions } },
    { id: 'again', type: 'send', config: message('Once more') },
    { id: 'done', type: 'exit' },
    { id: 'bought', type: 'goal', config: { conditions } },
  ],
  edges: [
    { from: 'in', to: 'hello' },
    { from: 'hello', to: 'clicked' },
    { from: 'clicked', to: 'known', branch: 'yes' },
    { from: 'clicked', to: 'again', branch: 'timeout' },
    { from: 'known', to: 'done', branch: 'yes' },
    { from: 'known', to: 'again', branch: 'no' },
    { from: 'again', to: 'done' },
  ],
  settings: { goal: 'bought' },
  ...more,
})

function fileOf(definition: object): string {
  const file = join(cli.folder, 'flow.json')
  writeFileSync(file, JSON.stringify(definition))
  return file
}

async function created(name: string, more?: object): Promise<string> {
  const file = fileOf(welcome(name, more))
  const { code, stdout, stderr } = await cli('automations', 'create', file, '-o', 'ids')
  expect([code, stderr]).toEqual([0, ''])
  return stdout.trim()
}

const existing = { trigger: { type: 'list_joined', list_id: 1, existing: true } }

async function activated(name: string): Promise<string> {
  const id = await created(name)
  expect((await cli('automations', 'activate', id, '--confirm', name)).code).toBe(0)
  return id
}

const onScreen = (env: Record<string, string> = {}) =>
  cli.with({ terminal: { columns: 100 }, env: { NO_COLOR: '1', ...env } })

const expectedTree = `in  when a contact joins list “Customers”
hello  send “Welcome”
clicked  wait up to 3 days for a click
├─ if it happens
│  known  condition
│  ├─ if so
│  │  done  end
│  └─ if not
│     again  send “Once more”
│     → done
└─ if not in time
   → again
bought  goal, reachable from any step
`

test('an automation is created from a file and drawn with its branches', async () => {
  const id = await created('Drawn')
  const { code, stdout } = await onScreen()('automations', 'get', id)
  expect(code).toBe(0)
  expect(stdout).toContain(expectedTree)
  const json = await cli('automations', 'get', id, '--json')
  expect(json.json()).toMatchObject(welcome('Drawn'))
})

test('an ASCII terminal gets an ASCII drawing, also in Spanish', async () => {
  const id = await created('Plain')
  const plain = await onScreen({ LANG: 'C' })('automations', 'get', id)
  expect(plain.stdout).toContain('|- if it happens\n|  known  condition\n|  |- if so\n')
  expect(plain.stdout).toContain('`- if not in time\n   -> again\n')
  const spanish = await onScreen({ REMITE_LANG: 'es' })('automations', 'get', id)
  expect(spanish.stdout).toContain('clicked  esperar un clic como máximo 3 días')
  expect(spanish.stdout).toContain('si no ocurre a tiempo')
  expect(spanish.stdout).toContain('done  fin')
  expect(spanish.stdout).not.toMatch(/timeout|yes|click\b|3d/)
})

test('a narrow screen wraps the steps instead of cutting them', async () => {
  const id = await created('Narrow')
  const narrow = cli.with({ terminal: { columns: 36 }, env: { NO_COLOR: '1' } })
  const { stdout } = await narrow('automations', 'get', id)
  expect(stdout).toContain('in  when a contact joins list\n   “Customers”\nhello')
  expect(stdout).toContain('\nclicked  wait up to 3 days for a\n│  click\n├─ if it happens\n')
  expect(stdout).not.toContain('…')
})

test('an automation can be read from a pipe', async () => {
  const piped = cli.with({ stdin: JSON.stringify(welcome('Piped')) })
  expect((await piped('automations', 'create', '-')).code).toBe(0)
  const found = await cli('automations', 'list', '--q', 'piped', '--json')
  expect(found.json().data).toMatchObject([{ name: 'Piped', status: 'draft' }])
})

test('a dry run shows the request or every problem, and creates nothing', async () => {
  const right = await cli('automations', 'create', fileOf(welcome('Right')), '--dry-run', '--json')
  expect(right.json()).toMatchObject({
    dry_run: true,
    method: 'POST',
    body: { name: 'Right' },
  })
  const nodes = [
    { id: 'in', type: 'trigger' },
    { id: 'x', type: 'fax' },
  ]
  const file = fileOf(welcome('Wrong', { nodes, edges: [{ from: 'in', to: 'y' }] }))
  const wrong = await cli('automations', 'create', file, '--dry-run')
  expect(wrong.code).toBe(6)
  for (const pointer of ['/nodes/1/type', '/nodes/1', '/edges/0/to', '/settings/goal']) {
    expect(wrong.stderr).toContain(`${pointer}:`)
  }
  const sent = await cli('automations', 'create', file)
  expect([sent.code, sent.stderr.includes('/edges/0/to:')]).toEqual([6, true])
  expect((await cli('automations', 'list', '--q', 'rong', '-o', 'ids')).stdout).toBe('')
  expect((await cli('automations', 'list', '--q', 'Right', '-o', 'ids')).stdout).toBe('')
})

test('every change is a new version, whether from a file or only of the name', async () => {
  const id = await created('Old name')
  const renamed = await cli('automations', 'update', id, '--name', 'New name', '--json')
  expect(renamed.json()).toEqual({ ok: true, version: 2 })
  const file = fileOf({ trigger: { type: 'opened' } })
  expect((await cli('automations', 'update', id, file, '--json')).json().version).toBe(3)
  const now = (await cli('automations', 'get', id, '--json')).json()
  expect(now).toMatchObject({ name: 'New name', trigger: { type: 'opened' } })
  const before = await cli('automations', 'get', id, '--at-version', '1', '--json')
  expect(before.json().trigger.type).toBe('list_joined')
  const nothing = await cli('automations', 'update', id)
  expect([nothing.code, nothing.stderr.includes('--name')]).toEqual([2, true])
})

test('activation says how many contacts enter at once and asks like a send', async () => {
  const many = await created('Many', existing)
  const rehearsed = await cli('automations', 'activate', many, '--dry-run')
  expect([rehearsed.code, rehearsed.stderr]).toEqual([
    0,
    expect.stringContaining('Contacts entering immediately: 2.'),
  ])
  const unconfirmed = await cli('automations', 'activate', many)
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([
    7,
    expect.stringContaining('Contacts entering immediately: 2.'),
  ])
  expect((await cli('automations', 'activate', many, '--confirm', 'Few')).code).toBe(7)
  expect((await cli('automations', 'get', many, '--jq', '.status')).stdout).toBe('draft\n')
  const confirmed = await cli('automations', 'activate', many, '--yes', '--json')
  expect(confirmed.json()).toEqual({ ok: true, status: 'active', enter: 2 })
})

test('activation for a thousand contacts needs more than --yes', async () => {
  const { body: crowd } = await server.api('POST', '/lists', { name: 'Crowd' })
  const contacts = Array.from({ length: 1000 }, (_, n) => ({ email: `p${n}@example.org` }))
  await server.api('POST', `/lists/${crowd.id}/contacts`, { contacts })
  const trigger = { type: 'list_joined', list_id: crowd.id, existing: true }
  const id = await created('Large', { trigger })
  const unconfirmed = await cli('automations', 'activate', id, '--yes')
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([
    7,
    expect.stringContaining('--confirm Large'),
  ])
  expect((await cli('automations', 'activate', id, '--confirm', 'Large')).code).toBe(0)
})

test('problems that prevent activation are reported before any question', async () => {
  const nodes = [
    { id: 'in', type: 'trigger' },
    { id: 'x', type: 'send', config: { ...message('Hi'), from_mail: 'new@example.org' } },
  ]
  const id = await created('Unverified', {
    nodes,
    edges: [{ from: 'in', to: 'x' }],
    settings: {},
  })
  const { code, stderr } = await cli('automations', 'activate', id)
  expect([code, stderr]).toEqual([6, expect.stringContaining('new@example.org')])
})

test('a contact is entered, shown at their current step, and removed', async () => {
  const id = await activated('Tour')
  const entered = await cli(
    ...[
      'automations',
      'trigger',
      id,
      '--email',
      'eva@example.org',
      '--property',
      'total=30',
      '--json',
    ],
  )
  expect(entered.json()).toEqual({ ok: true, enrolled: true })
  const stats = await onScreen()('automations', 'stats', id, '--runs')
  expect(stats.stdout).toMatch(/Entered\s+1\n/)
  expect(stats.stdout).toMatch(/eva@example\.org\s+in\s+\S* ?under way/)
  const card = await onScreen()('automations', 'get', id)
  expect(card.stdout).toContain(
    'in  when a contact joins list “Customers” (1 entered, 1 here now)\n',
  )
  expect((await cli('automations', 'stats', id, '--json')).json()).not.toHaveProperty('runs')
  const contactStats = await cli(
    'automations',
    'stats',
    id,
    '--contact',
    'eva@example.org',
    '--json',
  )
  expect(contactStats.json().runs).toMatchObject([{ email: 'eva@example.org', steps: [] }])
  const ending = ['automations', 'deactivate', id, '--mode', 'exit']
  const unconfirmed = await cli(...ending)
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([
    7,
    expect.stringContaining('Contacts in it leave without completing it: 1.'),
  ])
  expect((await cli(...ending, '--yes', '--json')).json().status).toBe('draining')
})

test('pausing does not ask, because it is reversible', async () => {
  const id = await activated('Paused')
  const paused = await cli('automations', 'deactivate', id, '--json')
  expect(paused.json()).toEqual({ ok: true, status: 'paused' })
})

test('deleting an automation with contacts inside needs --force and a confirmation', async () => {
  const id = await activated('Gone')
  await cli('automations', 'trigger', id, '--email', 'leo@example.org')
  const unconfirmed = await cli('automations', 'delete', id)
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([
    7,
    expect.stringContaining('Contacts in it: 1.'),
  ])
  expect((await cli('automations', 'delete', id, '--yes')).code).toBe(6)
  expect((await cli('automations', 'delete', id, '--yes', '--force')).code).toBe(0)
  expect((await cli('automations', 'get', id)).code).toBe(3)
})

test('a server without dry runs gets no dry-run request, which would activate there', async () => {
  const foreign = await startForeignServer()
  foreign.respond('GET /automations/:', { body: { id: 2, name: 'Theirs' } })
  const foreignCli = remite({ url: foreign.url, token: 'x'.repeat(40) })
  expect((await foreignCli('automations', 'activate', '2')).code).toBe(7)
  expect(foreign.requests.filter(({ method }) => method === 'PUT')).toEqual([])
  await foreign.close()
})
