import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Assistant, connectOverHttp } from '../support/assistant.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let assistant: Assistant
beforeAll(async () => {
  server = await startService()
  await addSender(server)
  await server.api('PUT', '/users/me', { mcp_permissions: ['read', 'draft', 'act'] })
  assistant = await connectOverHttp(server)
})
afterAll(async () => {
  await assistant.close()
  await server.close()
})

const flow = (list: number, name: string) => ({
  name,
  trigger: { type: 'list_joined', list_id: list },
  nodes: [
    { id: 'in', type: 'trigger' },
    { id: 'wait', type: 'delay', config: { period: '1d' } },
    { id: 'done', type: 'exit' },
  ],
  edges: [
    { from: 'in', to: 'wait' },
    { from: 'wait', to: 'done' },
  ],
})

describe('a page', () => {
  let list: number
  beforeAll(async () => {
    const people = Array.from({ length: 60 }, (_, index) => ({
      email: `persona.numero.${index}@empresa-de-ejemplo.example`,
      nombre: `Nombre Apellido Apellido ${index}`,
    }))
    list = await addList(server, people)
  })

  test('has 20 items of a few fields, and a cursor to the next', async () => {
    const { data, text } = await assistant.call('list', { what: 'contacts', id: list, limit: 500 })
    expect(data.items).toHaveLength(20)
    expect(Object.keys(data.items[0])).toEqual(['id', 'email', 'nombre', 'status', 'created_at'])
    expect(text).not.toMatch(/\n {2}/)
    const { next_cursor: cursor } = data
    const next = await assistant.call('list', { what: 'contacts', id: list, cursor })
    expect(next.data.items[0].email).not.toBe(data.items[0].email)
    // Both copies, of which a client shows one to its model: at most 3,000 tokens of four characters.
    expect(text.length + JSON.stringify(data).length).toBeLessThan(12_000)
  })

  test('has other fields if they are asked for', async () => {
    const { data } = await assistant.call('list', {
      what: 'contacts',
      id: list,
      fields: 'email,source',
    })
    expect(Object.keys(data.items[0])).toEqual(['email', 'source'])
  })
})

describe('an error names the place and the choices', () => {
  const conditionsOf = (rule: object) => ({ op: 'and', rules: [rule] })

  test.each([
    [
      { field: 'email', operator: 'before', value: 'x' },
      '/conditions/rules/0/operator: Invalid value. Use one of: contains, not_contains, starts_with',
    ],
    [
      { field: 'ciudat', operator: 'eq', value: 'x' },
      '/conditions/rules/0/field: Unknown field. Fields: email, domain, nombre, status',
    ],
    [
      { field: 'status', operator: 'eq', value: 'gone' },
      '/conditions/rules/0/value: Invalid value. Use one of: active, unconfirmed',
    ],
  ])('of a segment: %j', async (rule, expected) => {
    const { isError, text } = await assistant.call('draft_segment', {
      ...{ what: 'create', name: 'Fallo', conditions: conditionsOf(rule) },
    })
    expect(isError).toBe(true)
    expect(text).toContain(expected)
    expect(text).not.toContain('…')
  })

  test('of an automation', async () => {
    const { nodes, ...rest } = flow(1, 'Fallo')
    const [first, , last] = nodes
    const wrong = { id: 'wait', type: 'delay', config: { days: 2 } }
    const { text } = await assistant.call('draft_automation', {
      ...{ what: 'create', ...rest, nodes: [first, wrong, last] },
    })
    expect(text).toContain('/nodes/1/config/days: Unknown field.')
    const branches = [...rest.edges, { from: 'wait', to: 'missing' }]
    const { text: more } = await assistant.call('draft_automation', {
      ...{ what: 'create', ...rest, nodes, edges: branches },
    })
    expect(more).toContain('/edges/2/to: There is no node named missing.')
  })
})

test('a send that is not ready says why in whole sentences', async () => {
  const list = await addList(server, ['ana@uno.example'])
  const html = '<p>{{ nombre | no_such_filter }}</p>'
  const unverified = campaignOf(list, {
    draft: true,
    from_mail: 'nadie@tienda.example',
    html: '<p>Hola</p>',
  })
  const { body } = await server.api('POST', '/campaigns', unverified)
  const { text } = await assistant.call('send_campaign', { what: 'send', id: body.id })
  expect(text).toContain('The sender is not verified.')
  expect(text).not.toContain('…')
  const broken = await assistant.call('draft_campaign', {
    what: 'create',
    ...campaignOf(list),
    html,
  })
  expect(broken.text).not.toContain('…')
})
