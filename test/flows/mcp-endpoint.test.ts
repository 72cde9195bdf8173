import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectOverHttp } from '../support/assistant.ts'
import { addList } from '../support/campaign-fixtures.ts'
import { startService, type TestService } from '../support/service.ts'
import { addUser } from '../support/users.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

const ping = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const accept = 'application/json, text/event-stream'

const post = (body: unknown, headers: Record<string, string> = {}) =>
  server.request('POST', '/mcp', body, {
    accept,
    'content-type': 'application/json',
    authorization: `Bearer ${server.token}`,
    ...headers,
  })

describe('the MCP endpoint', () => {
  test('answers in JSON and keeps no session', async () => {
    const { status, headers, body } = await post(ping)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('application/json')
    expect(headers.get('mcp-session-id')).toBeNull()
    expect(body.result.tools.length).toBeGreaterThan(5)
  })

  test('refuses requests without a session, with the messages of the API', async () => {
    for (const authorization of ['', 'Bearer nonsense', 'Basic YTpi']) {
      const { status, headers, body } = await post(ping, { authorization })
      expect([status, body.code]).toEqual([401, 'unauthorized'])
      const challenge = headers.get('www-authenticate') ?? ''
      expect(challenge.includes('error="invalid_token"')).toBe(authorization !== '')
      const [, metadata = ''] = /resource_metadata="([^"]+)", scope="act"$/.exec(challenge) ?? []
      const described = await (await fetch(metadata)).json()
      expect(described).toMatchObject({ resource: `${server.origin}/mcp` })
      expect(headers.get('content-type')).toContain('application/problem+json')
    }
    const user = await addUser(server, { parent: server.accountId })
    await server.api('PUT', `/users/${user.id}/status`, { status: 'suspended' })
    const refused = await post(ping, { authorization: `Bearer ${user.token}` })
    expect([refused.status, refused.body.code]).toEqual([403, 'suspended'])
  })

  test('refuses pages of other sites, also by DNS rebinding', async () => {
    const { host } = new URL(server.origin)
    for (const origin of [
      'https://evil.example',
      'null',
      `http://evil.example:${host.split(':')[1]}`,
    ]) {
      expect((await post(ping, { origin })).status).toBe(403)
    }
    expect((await post(ping, { origin: server.origin })).status).toBe(200)
  })

  test('accepts only JSON posts, up to the size of a campaign', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await server.request(method, '/mcp', undefined, { accept })
      expect([status, headers.get('allow')]).toEqual([405, 'POST'])
    }
    expect((await post('{"jsonrpc":', {})).status).toBe(400)
    expect((await post({ hello: 'world' })).status).toBe(400)
    expect((await post(ping, { accept: 'application/json' })).status).toBe(406)
    expect((await post('x=1', { 'content-type': 'text/plain' })).status).toBe(415)
    const huge = await post({ ...ping, params: { name: 'x'.repeat(8 * 1024 * 1024) } })
    expect([huge.status, huge.body.code]).toEqual([413, 'body_too_large'])
  })

  test('gives access to one account', async () => {
    const list = await addList(server, ['eva@uno.example'])
    const stranger = await server.other()
    const assistant = await connectOverHttp({ origin: server.origin, token: stranger.token })
    const { text } = await assistant.call('get', { what: 'list', id: list })
    expect(text).toContain('(not_found)')
    await assistant.close()
  })

  test('accepts no confirmation issued to another account', async () => {
    const permissions = { mcp_permissions: ['read', 'act'] }
    const [one, other] = [
      await addUser(server, { parent: server.accountId }),
      await addUser(server, { parent: server.accountId }),
    ]
    const assistants = []
    const lists: number[] = []
    for (const { api, token } of [one, other]) {
      await api('PUT', '/users/me', permissions)
      lists.push((await api('POST', '/lists', { name: 'Clientes' })).body.id)
      assistants.push(await connectOverHttp({ origin: server.origin, token }))
    }
    const [mine, theirs] = assistants
    const planned = await mine?.call('delete', { what: 'list', id: lists[0] })
    const refused = await theirs?.call('delete', {
      what: 'list',
      id: lists[1],
      confirmation: planned?.data.confirmation,
    })
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringContaining('not issued by this server'),
    })
    for (const each of assistants) await each.close()
  })

  test('applies the account’s limits to its assistant', async () => {
    const limits = { monthly_sends: 0, contacts_max: 0, ai_generations: 0, rate_per_hour: 12 }
    const user = await addUser(server, { parent: server.accountId, limits })
    const assistant = await connectOverHttp({ origin: server.origin, token: user.token })
    const answers = []
    for (let index = 0; index < 6; index += 1) {
      answers.push(await assistant.call('list', { what: 'lists' }).catch((error) => error.message))
    }
    expect(answers[0].isError).toBe(false)
    expect(JSON.stringify(answers.at(-1))).toMatch(/rate_limited|429/)
    await assistant.close()
  })

  test('uses the account’s language, or the requested one', async () => {
    const user = await addUser(server, { parent: server.accountId })
    await user.api('PUT', '/users/me', { language: 'es' })
    const title = async (headers: Record<string, string> = {}) => {
      const assistant = await connectOverHttp({ origin: server.origin, token: user.token }, headers)
      const { tools } = await assistant.client.listTools()
      await assistant.close()
      return tools[0]?.title
    }
    expect(await title({ 'accept-language': 'en' })).toBe('Search')
    // The default header of `fetch`.
    expect(await title({ 'accept-language': '*' })).toBe('Buscar')
  })
})
