import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender } from '../support/campaign-fixtures.ts'
import { startCpuTimer } from '../support/cpu-time.ts'
import { startService, type TestService } from '../support/service.ts'
import { addUser } from '../support/users.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
let list: number
let sender: string
beforeAll(async () => {
  server = await startService()
  sender = await addSender(server)
  list = await addList(server, ['eva@example.org', 'leo@example.org'])
})
afterAll(() => server.close())

const api: TestService['api'] = (...call) => server.api(...call)

const mail = (more: object = {}) => ({
  asunto: 'Hola {{ nombre }}',
  from_mail: sender,
  html: '<p>Hola</p>',
  ...more,
})

/** A message, a delay of one day, and a second message. */
const welcome = (more: object = {}) => ({
  name: 'Welcome',
  trigger: { type: 'event', event: 'signed_up' },
  nodes: [
    { id: 'in', type: 'trigger' },
    { id: 'hello', type: 'send', config: mail() },
    { id: 'day', type: 'delay', config: { period: '1d' } },
    { id: 'more', type: 'send', config: mail({ asunto: 'More' }) },
  ],
  edges: [
    { from: 'in', to: 'hello' },
    { from: 'hello', to: 'day' },
    { from: 'day', to: 'more' },
  ],
  ...more,
})

/** An automation in which every contact waits. */
const waiting = (more: object = {}) => ({
  name: 'Waiting',
  trigger: { type: 'event', event: 'came' },
  nodes: [
    { id: 'in', type: 'trigger' },
    { id: 'day', type: 'delay', config: { period: '1d' } },
  ],
  edges: [{ from: 'in', to: 'day' }],
  ...more,
})

async function createAutomation(definition: object): Promise<number> {
  const { status, body } = await api('POST', '/automations', definition)
  expect([status, body]).toEqual([200, { ok: true, id: expect.any(Number) }])
  return body.id
}

async function active(definition: object): Promise<number> {
  const id = await createAutomation(definition)
  const { status, body } = await api('PUT', `/automations/${id}/activate`)
  expect([status, body.status]).toEqual([200, 'active'])
  return id
}

const enter = (id: number, contact: object = { email: 'eva@example.org' }) =>
  api('POST', `/automations/${id}/trigger`, contact)

const problemsOf = async (definition: object) => {
  const { status, body } = await api('POST', '/automations', definition)
  expect([status, body.code]).toEqual([422, 'invalid'])
  return body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)
}

test('a new automation is a draft and is returned as it was sent', async () => {
  const definition = welcome({ settings: { reentry: 'after_exit' } })
  const id = await createAutomation(definition)
  const { body, headers } = await api('GET', `/automations/${id}`)
  expect(body).toEqual({
    ...definition,
    id,
    status: 'draft',
    held_for: null,
    version: 1,
    entered: 0,
    active: 0,
    completed: 0,
    created_at: expect.any(String),
    updated_at: expect.any(String),
  })
  expect(headers.get('etag')).toBe('"1"')
})

test('the list shows only the account’s automations, by page and by name', async () => {
  const otherAccount = await server.other()
  const ids = []
  for (const name of ['Zeta 1', 'Zeta 2', 'Zeta_3'])
    ids.push(await createAutomation(waiting({ name })))
  const idsOf = ({ body }: { body: { id: number }[] }) => body.map(({ id }) => id)
  const first = await api('GET', '/automations?q=zeta&limit=2')
  expect(idsOf(first)).toEqual(ids.slice(0, 2))
  const cursor = first.headers.get('x-next-cursor')
  expect(idsOf(await api('GET', `/automations?q=zeta&limit=2&cursor=${cursor}`))).toEqual(
    ids.slice(2),
  )
  expect(idsOf(await api('GET', '/automations?q=zeta_&order=desc'))).toEqual(ids.slice(2))
  expect((await otherAccount.api('GET', '/automations')).body).toEqual([])
})

test('all problems of a definition are reported at once, with their location', async () => {
  const theirs = await addList({ ...server, accountId: (await server.other()).id }, [])
  const { body: field } = await api('POST', `/lists/${list}/fields`, {
    name: 'Edad',
    type: 'number',
  })
  expect(field.ok).toBe(true)
  const rules = [{ field: 'shoe_size', operator: 'eq', value: 3 }]
  const nodes = [
    { id: 'in', type: 'trigger' },
    { id: 'a', type: 'add_list', config: { list_id: theirs } },
    { id: 'b', type: 'condition', config: { conditions: { op: 'and', rules } } },
    { id: 'c', type: 'set_field', config: { field: 'edad', value: 'mucha' } },
    { id: 'd', type: 'send', config: mail({ template_id: 99_999 }) },
    { id: 'e', type: 'delay', config: { until_field: 'edad' } },
    { id: 'a', type: 'fax' },
    {
      id: 'g',
      type: 'condition',
      config: { conditions: { op: 'and', rules: [clickedIn(99_999)] } },
    },
  ]
  const edges = [
    { from: 'in', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c', branch: 'yes' },
    { from: 'b', to: 'd', branch: 'perhaps' },
    { from: 'b', to: 'd', branch: 'no' },
    { from: 'd', to: 'e' },
    { from: 'c', to: 'moon' },
    { from: 'e', to: 'g' },
    { from: 'g', to: 'd', branch: 'yes' },
    { from: 'g', to: 'd', branch: 'no' },
  ]
  const problems = await problemsOf({
    name: 'Wrong',
    trigger: { type: 'date_field', list_id: list, field: 'edad' },
    nodes,
    edges,
    settings: { exit_segment: 99_999 },
  })
  expect(problems.sort()).toEqual(
    [
      '/trigger/field wrong_type',
      '/nodes/1/config/list_id unknown_id',
      '/nodes/2/config/conditions/rules/0/field unknown_field',
      '/nodes/3/config/value bad_number',
      '/nodes/4/config/template_id unknown_id',
      '/nodes/4 endless_loop',
      '/nodes/5 endless_loop',
      '/nodes/7 endless_loop',
      '/nodes/5/config/until_field wrong_type',
      '/nodes/6/type not_a_choice',
      '/nodes/6/id duplicate',
      '/nodes/6 unreachable',
      '/nodes/7/config/conditions/rules/0/campaign_id unknown_id',
      '/edges/3/branch not_a_choice',
      '/edges/6/to unknown_node',
      '/settings/exit_segment unknown_id',
    ].sort(),
  )
})

const clickedIn = (campaign_id: number) => ({ event: 'click', campaign_id })

test('a definition with ten thousand nodes is refused within a second', async () => {
  const nodes = Array.from({ length: 10_000 }, (_, n) => ({ id: `n${n}`, type: 'exit' }))
  const cpuMs = startCpuTimer()
  expect(await problemsOf(waiting({ nodes }))).toEqual(['nodes too_many'])
  expect(cpuMs()).toBeLessThan(1000)
})

test('every change creates a version, and earlier versions stay unchanged', async () => {
  const id = await createAutomation(welcome())
  const { body, headers } = await api('PUT', `/automations/${id}`, {
    name: 'Bienvenida',
    trigger: { type: 'opened' },
  })
  expect(body).toEqual({ ok: true, version: 2 })
  expect(headers.get('etag')).toBe('"2"')
  expect((await api('GET', `/automations/${id}`)).body).toMatchObject({
    name: 'Bienvenida',
    version: 2,
    trigger: { type: 'opened' },
    nodes: welcome().nodes,
  })
  expect((await api('GET', `/automations/${id}?version=1`)).body).toMatchObject({
    version: 1,
    trigger: welcome().trigger,
  })
  expect((await api('GET', `/automations/${id}?version=3`)).status).toBe(404)
})

test('a concurrent edit is reported as a conflict', async () => {
  const id = await createAutomation(waiting())
  const edit = { name: 'Two' }
  expect((await api('PUT', `/automations/${id}`, edit, { 'if-match': '"1"' })).status).toBe(200)
  const late = await api('PUT', `/automations/${id}`, edit, { 'if-match': '"1"' })
  expect([late.status, late.body.code]).toEqual([412, 'edited_meanwhile'])
})

test('a change that is invalid together with the rest of the definition changes nothing', async () => {
  const id = await createAutomation(welcome())
  const { status, body } = await api('PUT', `/automations/${id}`, { edges: [] })
  expect(status).toBe(422)
  expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
    '/nodes/1',
    '/nodes/2',
    '/nodes/3',
  ])
  expect((await api('GET', `/automations/${id}`)).body.version).toBe(1)
})

test('activation needs every sender to be verified', async () => {
  const id = await createAutomation(
    welcome({
      nodes: [
        { id: 'in', type: 'trigger' },
        { id: 'x', type: 'send', config: mail({ from_mail: 'nobody@example.org' }) },
      ],
      edges: [{ from: 'in', to: 'x' }],
    }),
  )
  const { status, body } = await api('PUT', `/automations/${id}/activate`)
  expect([status, body.code]).toEqual([422, 'sender_not_verified'])
  expect((await api('GET', `/automations/${id}`)).body.status).toBe('draft')
})

test('a broken merge tag is reported on activation', async () => {
  const id = await createAutomation(
    welcome({
      nodes: [
        { id: 'in', type: 'trigger' },
        { id: 'x', type: 'send', config: mail({ asunto: 'Hola {{ nombre' }) },
      ],
      edges: [{ from: 'in', to: 'x' }],
    }),
  )
  const { status, body } = await api('PUT', `/automations/${id}/activate`)
  expect([status, body.code]).toEqual([422, 'merge_tag_broken'])
  expect(body.detail).toContain('x, asunto')
})

test('of two simultaneous activations one succeeds', async () => {
  const id = await createAutomation(welcome({ name: 'Twice' }))
  const activate = () => api('PUT', `/automations/${id}/activate`)
  const answers = await Promise.all([activate(), activate(), activate()])
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
  const owned = await server.service.db
    .selectFrom('campaigns')
    .select('id')
    .where('automation_id', '=', id)
    .execute()
  expect(owned).toHaveLength(2)
})

test('activation fails when a list it names has been deleted', async () => {
  const gone = await addList(server, [])
  const id = await createAutomation(waiting({ trigger: { type: 'list_joined', list_id: gone } }))
  expect((await api('DELETE', `/lists/${gone}`)).status).toBe(200)
  const { status, body } = await api('PUT', `/automations/${id}/activate`)
  expect(status).toBe(422)
  expect(body.errors).toMatchObject([{ field: '/trigger/list_id', code: 'unknown_id' }])
})

test('nothing that an active automation needs can be deleted', async () => {
  const requiredList = await addList(server, ['ida@example.org'])
  const { body: field } = await api('POST', `/lists/${requiredList}/fields`, {
    name: 'Pie',
    type: 'number',
  })
  const rules = [{ field: 'pie', operator: 'is_set' }]
  const { body: segment } = await api('POST', '/segments', {
    name: 'Leaving',
    conditions: { op: 'and', rules: [{ field: 'email', operator: 'is_set' }] },
  })
  const id = await active({
    name: 'Needy',
    trigger: { type: 'list_joined', list_id: requiredList },
    nodes: [
      { id: 'in', type: 'trigger' },
      { id: 'day', type: 'delay', config: { period: '1d' } },
      { id: 'fork', type: 'condition', config: { conditions: { op: 'and', rules } } },
      { id: 'out', type: 'exit' },
    ],
    edges: [
      { from: 'in', to: 'day' },
      { from: 'day', to: 'fork' },
      { from: 'fork', to: 'out', branch: 'yes' },
      { from: 'fork', to: 'out', branch: 'no' },
    ],
    settings: { exit_segment: segment.id },
  })
  const needed = [
    `/lists/${requiredList}/fields/${field.id}`,
    `/segments/${segment.id}`,
    `/lists/${requiredList}`,
  ]
  for (const path of needed) {
    const { status, body } = await api('DELETE', path)
    expect([path, status, body.code]).toEqual([path, 409, 'in_use'])
    expect(body.detail).toContain('Needy')
  }
  await api('PUT', `/automations/${id}/deactivate`, { mode: 'drain' })
  for (const path of needed) expect((await api('DELETE', path)).status).toBe(200)
})

test('activation reports how many contacts enter; a dry run does only that', async () => {
  const trigger = { type: 'list_joined', list_id: list, existing: true }
  const id = await createAutomation(waiting({ trigger }))
  const rehearsed = await api('PUT', `/automations/${id}/activate?dry_run=1`)
  expect(rehearsed.body).toEqual({ ok: true, status: 'draft', enter: 2 })
  const first = await api('PUT', `/automations/${id}/activate`)
  expect(first.body).toEqual({ ok: true, status: 'active', enter: 2 })
  const again = await api('PUT', `/automations/${id}/activate`)
  expect(again.body).toEqual({ ok: true, status: 'active', enter: 0 })
})

test('campaigns and webhooks of nodes are not listed as the account’s own', async () => {
  const before = (await api('GET', '/dashboard')).body.campaigns
  const nodes = [
    ...welcome().nodes,
    { id: 'tell', type: 'webhook', config: { url: 'https://example.org/zz' } },
  ]
  const edges = [...welcome().edges, { from: 'more', to: 'tell' }]
  const id = await active(welcome({ name: 'Hidden', nodes, edges }))
  const { db } = server.service
  const owned = await db
    .selectFrom('automation_nodes')
    .selectAll()
    .where('automation_id', '=', id)
    .execute()
  const campaigns = owned.flatMap(({ campaign_id }) => campaign_id ?? [])
  const webhooks = owned.flatMap(({ webhook_id }) => webhook_id ?? [])
  expect([campaigns.length, webhooks.length]).toEqual([2, 1])
  expect((await api('GET', '/campaigns?q=Hidden')).body).toEqual([])
  expect((await api('GET', '/search?q=Hidden')).body.campaigns).toEqual([])
  expect((await api('GET', '/dashboard')).body.campaigns).toBe(before)
  expect((await api('GET', `/users/${server.accountId}/webhooks`)).body).toEqual([])
  for (const [method, path] of [
    ['GET', `/campaigns/${campaigns[0]}`],
    ['PUT', `/campaigns/${campaigns[0]}/pause`],
    ['DELETE', `/campaigns/${campaigns[0]}`],
    ['DELETE', `/users/${server.accountId}/webhooks/${webhooks[0]}`],
  ] as const) {
    expect([path, (await api(method, path)).status]).toEqual([path, 404])
  }
  const { body: stats } = await api('GET', `/automations/${id}/stats`)
  const messages = stats.nodes.flatMap(
    ({ campaign_id }: { campaign_id?: number }) => campaign_id ?? [],
  )
  expect(messages).toEqual(campaigns)
  expect((await api('GET', `/campaigns/${messages[0]}/stats`)).body).toMatchObject({ sent: 0 })
})

test('a webhook node signs with the account’s secret for that address', async () => {
  const url = 'https://example.org/own'
  const webhook = await api('POST', `/users/${server.accountId}/webhooks`, {
    url,
    events: ['contact.open'],
  })
  const nodes = [
    { id: 'in', type: 'trigger' },
    { id: 'tell', type: 'webhook', config: { url } },
  ]
  const id = await active(waiting({ nodes, edges: [{ from: 'in', to: 'tell' }] }))
  const path = `/users/${server.accountId}/webhooks/${webhook.body.id}`
  const expectAlike = async () => {
    const secrets = await server.service.db
      .selectFrom('webhooks')
      .select('secrets')
      .where((row) => row.or([row('id', '=', webhook.body.id), row('automation_id', '=', id)]))
      .execute()
    expect(secrets).toHaveLength(2)
    expect(secrets[0]).toEqual(secrets[1])
  }
  await expectAlike()
  expect((await api('PUT', path, { rotate_secret: true })).body.secret).not.toBe(
    webhook.body.secret,
  )
  await expectAlike()
  await api('DELETE', path)
})

test('a contact enters once, by id or address, and their history shows it', async () => {
  const id = await active(waiting())
  expect((await enter(id)).body).toEqual({ ok: true, enrolled: true })
  expect((await enter(id)).body).toEqual({ ok: true, enrolled: false })
  const { body } = await api('GET', `/automations/${id}/stats?include=runs`)
  expect(body).toMatchObject({ entered: 1, active: 1, completed: 0, goal_rate: 0 })
  expect(body.runs).toMatchObject([{ email: 'eva@example.org', node: 'in', state: 'waiting' }])
  const [{ contact_id }] = body.runs
  const again = await active(waiting({ settings: { reentry: 'always' } }))
  const key = { contact_id, idempotency: 'cart-1' }
  expect((await enter(again, key)).body.enrolled).toBe(true)
  expect((await enter(again, key)).body.enrolled).toBe(false)
  expect((await enter(again, { contact_id })).body.enrolled).toBe(true)
  const events = await server.service.db
    .selectFrom('events')
    .select('payload')
    .where('type', '=', 'automation.triggered')
    .execute()
  expect(events.map(({ payload }) => JSON.parse(payload))).toContainEqual({
    automation_id: id,
    contact_id,
    node: 'in',
  })
})

test('a personal data export lists the automations a person went through', async () => {
  const id = await active(waiting({ name: 'Held' }))
  await enter(id, { email: 'leo@example.org', properties: { total: 30 } })
  const { body } = await api('GET', `/lists/${list}/contacts/leo@example.org?export=gdpr`)
  expect(body.automations).toContainEqual({
    automation_id: id,
    name: 'Held',
    entered_at: expect.any(String),
    ended_at: null,
    properties: '{"total":30}',
  })
})

test('an event that the trigger does not wait for enters nobody', async () => {
  const id = await active(waiting())
  expect((await enter(id, { email: 'leo@example.org', event: 'left' })).body.enrolled).toBe(false)
  expect((await enter(id, { email: 'leo@example.org', event: 'came' })).body.enrolled).toBe(true)
})

test.each([
  ['nobody', {}, 'contact_id', 'required'],
  ['two at once', { contact_id: 1, email: 'eva@example.org' }, 'email', 'not_together'],
  ['a stranger', { email: 'zoe@example.org' }, 'email', 'unknown_id'],
  ['no contact', { contact_id: 999_999 }, 'contact_id', 'unknown_id'],
])('letting in %s is refused', async (_, who, field, code) => {
  const id = await active(waiting())
  const { status, body } = await enter(id, who)
  expect([status, body.errors[0].field, body.errors[0].code]).toEqual([422, field, code])
})

test('nobody can enter a draft', async () => {
  const { status, body } = await enter(await createAutomation(waiting()))
  expect([status, body.code]).toEqual([409, 'wrong_state'])
})

test('an automation is paused, resumed, drained, and stops when it is empty', async () => {
  const id = await active(waiting())
  const off = (mode?: string) =>
    api('PUT', `/automations/${id}/deactivate`, mode === undefined ? {} : { mode })
  expect((await off()).body).toEqual({ ok: true, status: 'paused' })
  expect((await enter(id)).status).toBe(409)
  expect((await api('PUT', `/automations/${id}/activate`)).body.status).toBe('active')
  await enter(id)
  expect((await off('drain')).body.status).toBe('draining')
  expect((await off('exit')).body.status).toBe('draining')
  const empty = await active(waiting())
  const stopped = await api('PUT', `/automations/${empty}/deactivate`, { mode: 'drain' })
  expect(stopped.body.status).toBe('stopped')
  const again = await api('PUT', `/automations/${empty}/deactivate`, { mode: 'drain' })
  expect([again.status, again.body.code]).toEqual([409, 'wrong_state'])
})

test('an automation is deleted when empty, or with --force while contacts are inside', async () => {
  const draft = await createAutomation(waiting())
  expect((await api('DELETE', `/automations/${draft}`)).status).toBe(200)
  expect((await api('GET', `/automations/${draft}`)).status).toBe(404)
  const id = await active(welcome({ name: 'Doomed' }))
  await enter(id)
  const refused = await api('DELETE', `/automations/${id}`)
  expect([refused.status, refused.body.code]).toEqual([409, 'wrong_state'])
  expect((await api('DELETE', `/automations/${id}?force=1`)).body).toEqual({ ok: true })
  expect((await api('GET', `/automations/${id}/stats`)).status).toBe(404)
  const { db } = server.service
  for (const table of ['automation_runs', 'automation_nodes', 'automation_versions'] as const) {
    const left = await db.selectFrom(table).selectAll().where('automation_id', '=', id).execute()
    expect([table, left]).toEqual([table, []])
  }
  const campaigns = await db
    .selectFrom('campaigns')
    .select(['status', 'deleted_at'])
    .where('automation_id', '=', id)
    .execute()
  expect(campaigns).toHaveLength(2)
  for (const campaign of campaigns) {
    expect(campaign).toEqual({ status: 'cancelled', deleted_at: expect.any(Number) })
  }
})

test('automations of another account are not found', async () => {
  const id = await active(waiting())
  const otherAccount = await server.other()
  for (const [method, path, body] of [
    ['GET', ''],
    ['PUT', '', { name: 'Mine' }],
    ['DELETE', '?force=1'],
    ['PUT', '/activate'],
    ['PUT', '/deactivate', {}],
    ['GET', '/stats'],
    ['POST', '/trigger', { email: 'eva@example.org' }],
  ] as const) {
    expect((await otherAccount.api(method, `/automations/${id}${path}`, body)).status).toBe(404)
  }
  expect((await api('GET', `/automations/${id}`)).body.status).toBe('active')
})

test('figures of a node that the newest version no longer has are still reported', async () => {
  const id = await active(waiting())
  await enter(id)
  const nodes = [
    { id: 'start', type: 'trigger' },
    { id: 'day', type: 'delay', config: { period: '2d' } },
  ]
  const edit = { nodes, edges: [{ from: 'start', to: 'day' }] }
  expect((await api('PUT', `/automations/${id}`, edit)).body.version).toBe(2)
  const figures = async (query = '') =>
    (await api('GET', `/automations/${id}/stats${query}`)).body.nodes.map(
      (node: Record<string, unknown>) => [node.id, node.type, node.entered],
    )
  expect(await figures()).toEqual([
    ['start', 'trigger', 0],
    ['day', 'delay', 0],
    ['in', 'trigger', 1],
  ])
  expect(await figures('?version=1')).toEqual([
    ['in', 'trigger', 1],
    ['day', 'delay', 0],
  ])
  expect(await figures('?version=2')).toEqual([
    ['start', 'trigger', 0],
    ['day', 'delay', 0],
  ])
})

test('a new version of an active automation is refused if it could not send, else it is used', async () => {
  const id = await active(welcome())
  const edges = [{ from: 'in', to: 'x' }]
  const withSender = (from_mail: string) => ({
    nodes: [
      { id: 'in', type: 'trigger' },
      { id: 'x', type: 'send', config: mail({ from_mail }) },
    ],
    edges,
  })
  const refused = await api('PUT', `/automations/${id}`, withSender('nobody@example.org'))
  expect([refused.status, refused.body.code]).toEqual([422, 'sender_not_verified'])
  expect((await api('PUT', `/automations/${id}`, withSender(sender))).body.version).toBe(2)
  const owned = await server.service.db
    .selectFrom('automation_nodes')
    .innerJoin('campaigns', 'campaigns.id', 'automation_nodes.campaign_id')
    .select(['automation_nodes.node', 'campaigns.status'])
    .where('automation_nodes.automation_id', '=', id)
    .orderBy('campaigns.id')
    .execute()
  expect(owned.map(({ node, status }) => [node, status])).toEqual([
    ['hello', 'sending'],
    ['more', 'sending'],
    ['x', 'sending'],
  ])
})

test('an account that was suspended finds its automations unchanged', async () => {
  const user = await addUser(server, { parent: server.accountId })
  await addSender({ ...server, accountId: user.id }, 'theirs@example.org')
  const definition = welcome({
    nodes: [
      { id: 'in', type: 'trigger' },
      { id: 'x', type: 'send', config: mail({ from_mail: 'theirs@example.org' }) },
    ],
    edges: [{ from: 'in', to: 'x' }],
  })
  const { body } = await user.api('POST', '/automations', definition)
  await user.api('PUT', `/automations/${body.id}/activate`)
  const suspend = (status: string) => api('PUT', `/users/${user.id}/status`, { status })
  expect((await suspend('suspended')).status).toBe(200)
  expect((await user.api('PUT', `/automations/${body.id}/activate`)).status).toBe(403)
  expect((await suspend('active')).status).toBe(200)
  expect((await user.api('GET', `/automations/${body.id}`)).body.status).toBe('active')
  const campaigns = await server.service.db
    .selectFrom('campaigns')
    .select('status')
    .where('account_id', '=', user.id)
    .execute()
  expect(campaigns).toEqual([{ status: 'sending' }])
})

test('a contact of another account cannot enter', async () => {
  const otherAccount = await server.other()
  await addList({ ...server, accountId: otherAccount.id }, ['zoe@example.org'])
  const id = await active(waiting())
  expect((await enter(id, { email: 'zoe@example.org' })).status).toBe(422)
})

test('the path of a contact is shown step by step, with figures for each node', async () => {
  const moving = await startService({ workers: true })
  try {
    await addList(moving, ['eva@example.org'])
    const rules = [{ field: 'tags', operator: 'is_set' }]
    const { body: created } = await moving.api('POST', '/automations', {
      name: 'Way',
      trigger: { type: 'event', event: 'came' },
      nodes: [
        { id: 'in', type: 'trigger' },
        { id: 'fork', type: 'condition', config: { conditions: { op: 'and', rules } } },
        { id: 'tag', type: 'add_tag', config: { tag: 'x' } },
        { id: 'out', type: 'goal' },
      ],
      edges: [
        { from: 'in', to: 'fork' },
        { from: 'fork', to: 'out', branch: 'yes' },
        { from: 'fork', to: 'tag', branch: 'no' },
        { from: 'tag', to: 'out' },
      ],
    })
    const path = `/automations/${created.id}`
    await moving.api('PUT', `${path}/activate`)
    await moving.api('POST', `${path}/trigger`, { email: 'eva@example.org' })
    const statsOf = async () =>
      (await moving.api('GET', `${path}/stats?contact=eva@example.org`)).body
    await waitFor(async () => (await statsOf()).completed === 1)
    const { runs, nodes, ...total } = await statsOf()
    expect(total).toEqual({
      entered: 1,
      active: 0,
      completed: 1,
      failed: 0,
      goals: 1,
      goal_rate: 1,
      goal_values: [],
    })
    expect(runs).toHaveLength(1)
    expect(runs[0]).toMatchObject({ state: 'ended', ended_by: 'goal', due_at: null })
    expect(runs[0].steps.map(({ node }: { node: string }) => node)).toEqual([
      'in',
      'fork',
      'tag',
      'out',
    ])
    expect(nodes.map(({ id, entered }: { id: string; entered: number }) => [id, entered])).toEqual([
      ['in', 1],
      ['fork', 1],
      ['tag', 1],
      ['out', 1],
    ])
    await moving.api('PUT', `${path}/deactivate`, { mode: 'exit' })
    expect((await moving.api('GET', path)).body.status).toBe('stopped')
  } finally {
    await moving.close()
  }
})
