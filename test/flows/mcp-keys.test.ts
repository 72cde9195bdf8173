import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopesOf } from '../../src/contract/scopes.ts'
import { addApiKey } from '../support/access/api-keys.ts'
import {
  type Assistant,
  connectOverHttp,
  connectOverStdio,
  permittedTools,
} from '../support/assistant.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { startService, type TestService } from '../support/service.ts'
import { callAs } from '../support/users.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

const namesOf = async (assistant: Assistant) => (await permittedTools(assistant)).sort()

const reading = ['check', 'get', 'list', 'report', 'search']
const drafting = [
  ...['draft_automation', 'draft_campaign', 'draft_list', 'draft_segment', 'draft_template'],
]
const acting = [
  ...['change_contacts', 'clean_list', 'delete', 'edit', 'import_contacts', 'run_automation'],
  ...['send_campaign', 'set_up', 'stop_campaign', 'suppress'],
]

/** Connects an assistant with a key in both ways. */
async function connect(scopes: readonly string[]) {
  const token = await addApiKey(server, server.accountId, scopes)
  const target = { origin: server.origin, url: server.url, token }
  return { token, both: [await connectOverHttp(target), await connectOverStdio(target)] as const }
}

test('an assistant has the tools that the scopes of its key allow, over HTTP and stdio', async () => {
  const expected: [scopes: readonly string[], tools: string[]][] = [
    [scopesOf('read'), reading],
    [scopesOf('draft'), [...reading, ...drafting, 'edit', 'run_automation', 'stop_campaign']],
    [scopesOf('act'), [...reading, ...drafting, ...acting]],
    [['campaigns:read'], ['check', 'get', 'list', 'report']],
  ]
  for (const [scopes, tools] of expected) {
    const { both } = await connect(scopes)
    for (const assistant of both) {
      expect(await namesOf(assistant)).toEqual([...tools].sort())
      await assistant.close()
    }
  }
})

test('a key of read sends nothing, by a tool or over REST', async () => {
  const sender = await addSender(server, 'shop@example.org')
  const list = await addList(server, ['bea@example.org'])
  const { body } = await server.api(
    'POST',
    '/campaigns',
    campaignOf(list, { draft: true, from_mail: sender }),
  )
  const { token, both } = await connect([...scopesOf('read'), 'campaigns:write'])
  for (const assistant of both) {
    const found = await assistant.call('get', { what: 'campaign', id: body.id })
    expect(found.data).toMatchObject({ id: body.id })
    const refused = await assistant.call('send_campaign', { what: 'send', id: body.id })
    expect(refused.isError).toBe(true)
    const deleted = await assistant.call('delete', { what: 'campaign', id: body.id })
    expect(deleted.isError).toBe(true)
    // It may pause, and so it has the tool that also cancels.
    const cancelled = await assistant.call('stop_campaign', { what: 'cancel', id: body.id })
    expect(cancelled.text).toContain('campaigns:delete')
    await assistant.close()
  }
  const rest = callAs(server, token)
  for (const [method, path] of [
    ['PUT', `/campaigns/${body.id}/send`],
    ['DELETE', `/campaigns/${body.id}`],
  ] as const) {
    expect((await rest(method, path, method === 'PUT' ? {} : undefined)).body.code).toBe(
      'scope_missing',
    )
  }
  expect((await server.api('GET', `/campaigns/${body.id}`)).body.status).toBe('draft')
})

test('the scopes of a key decide, whatever the account allows assistants in general', async () => {
  await server.api('PUT', '/users/me', { mcp_permissions: ['read'] })
  const { both } = await connect(scopesOf('draft'))
  for (const assistant of both) {
    const drafted = await assistant.call('draft_list', { name: `List ${Math.random()}` })
    expect(drafted.isError).toBe(false)
    await assistant.close()
  }
  const session = await connectOverHttp(server)
  expect(await namesOf(session)).toEqual(reading)
  await session.close()
})

test('--allow narrows what a key may do', async () => {
  const token = await addApiKey(server, server.accountId, scopesOf('act'))
  const assistant = await connectOverStdio({ url: server.url, token }, ['--allow', 'read'])
  expect(await namesOf(assistant)).toEqual(reading)
  await assistant.close()
})

test('the audit log names the key and the assistant', async () => {
  const { both } = await connect(scopesOf('draft'))
  for (const assistant of both) {
    await assistant.call('draft_list', { name: `Audited ${Math.random()}` })
    await assistant.close()
  }
  const { body } = await server.api('GET', `/users/${server.accountId}/audit?limit=2`)
  expect(body).toMatchObject([
    { act: 'POST /lists', client: expect.stringMatching(/^remite\/\S+ \(test 1\)$/) },
    { act: 'POST /lists', client: expect.stringMatching(/^remite-mcp \(.+\)$/) },
  ])
  for (const { key, ip, new_id, actor } of body) {
    expect(key).toMatch(/\(rmt_\w{6}\)$/)
    expect({ ip, new_id, actor }).toEqual({
      ...{ ip: '127.0.0.1', new_id: expect.any(Number), actor: 'ana' },
    })
  }
})
