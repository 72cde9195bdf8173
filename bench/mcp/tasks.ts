import type { Agent } from './agent.ts'

/** The state that the tasks share, and the API to verify them past the assistant. */
export interface Scene {
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  api(method: string, path: string, body?: object): Promise<any>
  permit(...permissions: string[]): Promise<void>
  list: number
  campaign: number
}

export interface Task {
  what: string
  run(agent: Agent, scene: Scene): Promise<unknown>
  /** Whether the state or the answer is right, as the API shows it. */
  verify(scene: Scene, answer: never): Promise<boolean> | boolean
}

const task = <T>(
  what: string,
  run: (agent: Agent, scene: Scene) => Promise<T>,
  verify: (scene: Scene, answer: T) => Promise<boolean> | boolean,
): Task => ({ what, run, verify: verify as Task['verify'] }) // the answer is that of `run`

const from = 'news@example.org'
const rows = [
  'email,nombre,ciudad',
  ...Array.from({ length: 30 }, (_, index) => `p${index}@shop.example,Persona ${index},Lugo`),
].join('\n')
const inLugo = { field: 'ciudad', operator: 'eq', value: 'Lugo' }

/** Twenty tasks in the order in which an account would have them. Later ones use what earlier ones made. */
export const tasks: readonly Task[] = [
  task(
    'create a list',
    (agent) => agent.call('draft_list', { name: 'Customers' }),
    async (scene, { data }) => {
      scene.list = data.id
      return (await scene.api('GET', `/lists/${data.id}`)).name === 'Customers'
    },
  ),
  task(
    'find the list and say its size',
    (agent) => agent.call('list', { what: 'lists', q: 'Customers' }),
    (_, { data }) => data.items.length === 1 && data.items[0].active === 0,
  ),
  task(
    'add a custom field',
    (agent, { list }) =>
      agent.call('set_up', {
        what: 'field',
        id: list,
        name: 'Ciudad',
        key: 'ciudad',
        type: 'text',
      }),
    async ({ api, list }) => (await api('GET', `/lists/${list}/fields`))[0].key === 'ciudad',
  ),
  task(
    'import 30 pasted rows and say the result',
    async (agent, { list }) => {
      await agent.call('import_contacts', { id: list, rows, dry_run: true })
      const { data } = await agent.confirm('import_contacts', { id: list, rows })
      const job = { what: 'job', id: list, job: data.job_id }
      return agent.until('get', job, ({ status }) => status === 'done')
    },
    async ({ api, list }, { data }) =>
      data.created === 30 && (await api('GET', `/lists/${list}`)).active === 30,
  ),
  task(
    'add one contact',
    (agent, { list }) =>
      agent.confirm('edit', {
        ...{ what: 'new_contacts', id: list },
        contacts: [{ email: 'ana@example.org', nombre: 'Ana', tags: ['vip'] }],
      }),
    async ({ api, list }) =>
      (await api('GET', `/lists/${list}/contacts/ana%40example.org`)).tags[0] === 'vip',
  ),
  task(
    'correct a contact that was found by name',
    async (agent, { list }) => {
      const { data } = await agent.call('search', { q: 'Persona 7' })
      const contact = String(data.contacts[0].id)
      return agent.confirm('edit', { what: 'contact', id: list, contact, nombre: 'Pepa' })
    },
    async ({ api, list }) =>
      (await api('GET', `/lists/${list}/contacts/p7%40shop.example`)).nombre === 'Pepa',
  ),
  task(
    'look at all contacts of the list',
    async (agent, { list }) => {
      const first = await agent.call('list', { what: 'contacts', id: list })
      const { next_cursor: cursor } = first.data
      const second = await agent.call('list', { what: 'contacts', id: list, cursor })
      return [...first.data.items, ...second.data.items]
    },
    (_, items) => new Set(items.map(({ id }) => id)).size === 31,
  ),
  task(
    'create a segment at the first try',
    async (agent, { list }) => {
      const conditions = { op: 'and', rules: [inLugo] }
      await agent.call('check', { what: 'conditions', conditions, list_id: list })
      return agent.call('draft_segment', {
        ...{ what: 'create', name: 'Lugo', list_id: list, conditions },
      })
    },
    async ({ api }, { data }) => (await api('GET', `/segments/${data.id}/preview`)).total === 30,
  ),
  task(
    'create a segment of people who did not open, after a wrong operator',
    async (agent) => {
      const conditions = (operator: string) => ({
        op: 'and',
        rules: [
          { event: 'open', within: { days: 30 }, negate: true },
          { field: 'created_at', operator, value: '2020-01-01' },
        ],
      })
      const given = { what: 'create', name: 'Quiet' }
      const wrong = await agent.call('draft_segment', { ...given, conditions: conditions('gt') })
      const [, choice = ''] = /operator: .*: before, (after)/.exec(wrong.text) ?? []
      return agent.call('draft_segment', { ...given, conditions: conditions(choice) })
    },
    async ({ api }, { data }) => (await api('GET', `/segments/${data.id}/preview`)).total === 31,
  ),
  task(
    'tag the contacts of a segment',
    async (agent, { list }) => {
      const { data } = await agent.call('list', { what: 'segments', q: 'Lugo' })
      const filter = { segment_id: data.items[0].id }
      return agent.confirm('change_contacts', { id: list, action: 'add_tag', tag: 'lugo', filter })
    },
    async ({ api, list }) =>
      (await api('GET', `/lists/${list}/contacts/p3%40shop.example`)).tags[0] === 'lugo',
  ),
  task(
    'draft a campaign and check it',
    async (agent, { list }) => {
      await agent.call('list', { what: 'senders' })
      const { data } = await agent.call('draft_campaign', {
        ...{ what: 'create', camp_name: 'January', asunto: 'Hello {{ nombre }}', from_mail: from },
        ...{ list_id: [list], html: '<p>Hello</p><a href="https://shop.example/">See all</a>' },
      })
      const checked = await agent.call('check', { what: 'campaign', id: data.id })
      return { id: data.id as number, ready: checked.data.ready as boolean }
    },
    async (scene, { id, ready }) => {
      scene.campaign = id
      return ready && (await scene.api('GET', `/campaigns/${id}`)).status === 'draft'
    },
  ),
  task(
    'change its subject and show the message',
    async (agent, { campaign: id }) => {
      await agent.call('draft_campaign', { what: 'update', id, asunto: 'Sales, {{ nombre }}' })
      return agent.call('check', { what: 'message', id })
    },
    (_, { data }) => data.asunto.startsWith('Sales') && data.text.includes('See all'),
  ),
  task(
    'be refused a send, then send with the permission',
    async (agent, { campaign: id, permit }) => {
      await permit('read', 'draft')
      const refused = await agent.call('send_campaign', { what: 'send', id })
      await permit('read', 'draft', 'act')
      await agent.confirm('send_campaign', { what: 'send', id })
      await agent.until('report', { what: 'campaign', id }, ({ status }) => status === 'sent')
      return refused
    },
    async ({ api, campaign }, refused) =>
      refused.isError &&
      refused.text.includes('--mcp-permission act') &&
      (await api('GET', `/campaigns/${campaign}`)).sent === 31,
  ),
  task(
    'report on the last campaign',
    async (agent) => {
      const { data } = await agent.call('list', {
        what: 'campaigns',
        status: 'sent',
        order: 'desc',
      })
      await agent.call('report', { what: 'links', id: data.items[0].id })
      return agent.call('report', { what: 'campaign', id: data.items[0].id })
    },
    async ({ api, campaign }, { data }) =>
      data.delivered === (await api('GET', `/campaigns/${campaign}/stats`)).delivered,
  ),
  task(
    'copy the campaign and schedule it',
    async (agent, { campaign: id }) => {
      const { data } = await agent.call('draft_campaign', { what: 'duplicate', id })
      const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
      await agent.confirm('send_campaign', { what: 'schedule', id: data.id, scheduled_at })
      return data.id
    },
    async ({ api }, id) => (await api('GET', `/campaigns/${id}`)).status === 'scheduled',
  ),
  task(
    'take back what is scheduled',
    async (agent) => {
      const { data } = await agent.call('list', { what: 'campaigns', status: 'scheduled' })
      const [{ id }] = data.items
      await agent.call('stop_campaign', { what: 'unschedule', id })
      return id
    },
    async ({ api }, id) => (await api('GET', `/campaigns/${id}`)).status === 'draft',
  ),
  task(
    'suppress an address',
    (agent) =>
      agent.confirm('suppress', { what: 'add', suppressions: [{ email: 'p9@shop.example' }] }),
    async ({ api }) =>
      (await api('GET', '/suppressions?email=p9%40shop.example'))[0].type === 'manual',
  ),
  task(
    'draft an automation with a branch and activate it',
    async (agent, { list }) => {
      const message = { asunto: 'Welcome', from_mail: from, html: '<p>Welcome</p>' }
      const { data } = await agent.call('draft_automation', {
        ...{ what: 'create', name: 'Welcome' },
        trigger: { type: 'list_joined', list_id: list },
        nodes: [
          { id: 'in', type: 'trigger' },
          { id: 'later', type: 'delay', config: { period: '1d' } },
          { id: 'lugo', type: 'condition', config: { conditions: { op: 'and', rules: [inLugo] } } },
          { id: 'hello', type: 'send', config: message },
          { id: 'done', type: 'exit' },
        ],
        edges: [
          { from: 'in', to: 'later' },
          { from: 'later', to: 'lugo' },
          { from: 'lugo', to: 'hello', branch: 'yes' },
          { from: 'lugo', to: 'done', branch: 'no' },
          { from: 'hello', to: 'done' },
        ],
      })
      await agent.confirm('run_automation', { what: 'activate', id: data.id })
      return data.id
    },
    async ({ api }, id) => (await api('GET', `/automations/${id}`)).status === 'active',
  ),
  task(
    'find bad addresses without removing any',
    async (agent, { list }) => {
      const { data } = await agent.call('clean_list', { id: list, checks: ['syntax', 'role'] })
      const job = { what: 'job', id: list, job: data.job_id }
      return agent.until('get', job, ({ status }) => status === 'done')
    },
    async ({ api, list }) => (await api('GET', `/lists/${list}`)).contacts === 31,
  ),
  task(
    'delete the draft that is left',
    async (agent) => {
      const { data } = await agent.call('list', { what: 'campaigns', status: 'draft' })
      const [{ id }] = data.items
      await agent.confirm('delete', { what: 'campaign', id })
      return id
    },
    async ({ api }, id) => (await api('GET', `/campaigns/${id}`)).code === 'not_found',
  ),
]
