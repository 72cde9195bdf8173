import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopesOf } from '../../src/contract/scopes.ts'
import { createSecret } from '../../src/core/credentials/secret-text.ts'
import { addApiKey } from '../support/access/api-keys.ts'
import {
  allowClient,
  connectClient,
  exchangeCode,
  formType,
  postForm,
  refresh,
  registerTestClient,
} from '../support/access/oauth.ts'
import { testClock } from '../support/clock.ts'
import { tablesOf } from '../support/database/tables.ts'
import { startService, type TestService } from '../support/service.ts'
import { openSession } from '../support/session.ts'
import { addUser, callAs } from '../support/users.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const clock = testClock()
const log = new PassThrough({ encoding: 'utf8' })
let logged = ''
log.on('data', (text: string) => {
  logged += text
})

let server: TestService
beforeAll(async () => {
  server = await startService({ clock, log })
})
afterAll(() => server.close())

const meOf = async (token: string) => {
  const { status, body } = await callAs(server, token)('GET', '/users/me')
  return status === 200 ? status : body.code
}

test('a code works once, within a minute, with its verifier, redirect URI, client and resource', async () => {
  const elsewhere = 'http://127.0.0.1:4321/elsewhere'
  const wrong: [change: Record<string, string>, error: string][] = [
    [{ code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    [{ redirect_uri: elsewhere }, 'invalid_grant'],
    [
      { client_id: (await registerTestClient(server, { client_name: 'Other' })).id },
      'invalid_grant',
    ],
    [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    [{ code: 'made-up' }, 'invalid_grant'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ code_verifier: '' }, 'invalid_request'],
  ]
  for (const [change, error] of wrong) {
    const { client, code } = await allowClient(server)
    const { status, body } = await exchangeCode(server, client, code, change)
    expect([change, status, body.error]).toEqual([change, 400, error])
    expect(body.access_token).toBeUndefined()
  }
  const { client, code } = await allowClient(server)
  clock.advance(minuteMs)
  expect((await exchangeCode(server, client, code)).body.error).toBe('invalid_grant')
})

test('a code that is used twice ends the access that it gave', async () => {
  const { client, code, accessToken, refreshToken } = await connectClient(server)
  expect(await meOf(accessToken)).toBe(200)
  expect((await exchangeCode(server, client, code)).body.error).toBe('invalid_grant')
  expect(await meOf(accessToken)).toBe('token_revoked')
  expect((await refresh(server, client, refreshToken)).body.error).toBe('invalid_grant')
})

test('of two exchanges of a code at once, one succeeds at most', async () => {
  const { client, code } = await allowClient(server)
  const answers = await Promise.all([1, 2, 3].map(() => exchangeCode(server, client, code)))
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
})

test('a refresh token works once, and its second use ends all that came of it', async () => {
  const { client, accessToken, refreshToken } = await connectClient(server)
  const { body: next } = await refresh(server, client, refreshToken)
  expect(await meOf(next.access_token)).toBe(200)
  expect(await meOf(accessToken)).toBe(200)
  expect((await refresh(server, client, refreshToken)).body.error).toBe('invalid_grant')
  for (const token of [accessToken, next.access_token]) {
    expect(await meOf(token)).toBe('token_revoked')
  }
  expect((await refresh(server, client, next.refresh_token)).body.error).toBe('invalid_grant')
})

test('a refresh that the database fails to finish can be repeated', async () => {
  const { client, refreshToken } = await connectClient(server)
  const { db } = server.service
  const grants = db.selectFrom('oauth_grants').select('id').orderBy('id', 'desc')
  const { id } = await grants.limit(1).executeTakeFirstOrThrow()
  const second = sql.raw(`kind = 'access' and grant_id = ${id}`)
  await sql`create unique index one_access on oauth_tokens (grant_id) where ${second}`.execute(db)
  expect((await refresh(server, client, refreshToken)).status).toBe(500)
  await sql`drop index one_access`.execute(db)
  expect((await refresh(server, client, refreshToken)).status).toBe(200)
})

test('access ends after half an hour, and a refresh token after 90 days without use', async () => {
  const { client, accessToken, refreshToken } = await connectClient(server)
  clock.advance(30 * minuteMs)
  expect(await meOf(accessToken)).toBe('token_expired')
  const { body: next } = await refresh(server, client, refreshToken)
  clock.advance(89 * dayMs)
  const { body: later } = await refresh(server, client, next.refresh_token)
  expect(await meOf(later.access_token)).toBe(200)
  clock.advance(90 * dayMs)
  expect((await refresh(server, client, later.refresh_token)).body.error).toBe('invalid_grant')
  const session = callAs(server, await freshToken())
  expect((await session('GET', '/auth/apps')).body).toEqual([])
})

/** Logs in again, because sessions end after a day. */
const freshToken = () => openSession(server.service, server.accountId)

test('a refresh can have less than before, and never more', async () => {
  const { client, refreshToken } = await connectClient(server, { level: 'draft' })
  const raised = await refresh(server, client, refreshToken, { scope: 'act' })
  expect(raised.body.error).toBe('invalid_scope')
  const { body: less } = await refresh(server, client, refreshToken, { scope: 'read' })
  expect(less.scope).toBe('read')
  const api = callAs(server, less.access_token)
  expect((await api('POST', '/lists', { name: 'x' })).body.code).toBe('scope_missing')
  const { body: again } = await refresh(server, client, less.refresh_token)
  expect(again.scope).toBe('draft')
})

test('revoking a refresh or access token ends the access; a stranger cannot', async () => {
  for (const which of ['accessToken', 'refreshToken'] as const) {
    const connected = await connectClient(server)
    const { client, accessToken } = connected
    const token = connected[which]
    const other = await registerTestClient(server, { client_name: 'Other' })
    const tried = await postForm(server, '/oauth/revoke', { token, client_id: other.id })
    expect([tried.status, tried.body.error]).toEqual([400, 'invalid_grant'])
    expect(await meOf(accessToken)).toBe(200)
    const revoked = await postForm(server, '/oauth/revoke', { token, client_id: client.id })
    expect(revoked.status).toBe(200)
    expect(await meOf(accessToken)).toBe('token_revoked')
  }
  const unknown = { token: 'unknown', client_id: 'anyone' }
  expect((await postForm(server, '/oauth/revoke', unknown)).status).toBe(200)
})

test('a user sees the assistants and ends one; other accounts see and end nothing', async () => {
  const user = await addUser(server, { parent: server.accountId })
  const mine = await connectClient(
    server,
    { accountId: user.id, level: 'draft' },
    { client_name: 'Mine' },
  )
  await meOf(mine.accessToken)
  const { body: apps } = await user.api('GET', '/auth/apps')
  const at = new Date(clock.now()).toISOString()
  expect(apps).toEqual([
    {
      ...{ id: expect.any(Number), name: 'Mine', site: '127.0.0.1:4321' },
      ...{ scopes: scopesOf('draft'), created_at: at, last_used_at: at },
      expires_at: new Date(clock.now() + 90 * dayMs).toISOString(),
    },
  ])
  const path = `/auth/apps/${apps[0].id}`
  const stranger = await server.other()
  expect((await stranger.api('GET', '/auth/apps')).body).toEqual([])
  expect((await stranger.api('DELETE', path)).status).toBe(404)
  expect(await meOf(mine.accessToken)).toBe(200)
  expect((await user.api('DELETE', path)).body).toEqual({ ok: true, id: apps[0].id })
  expect(await meOf(mine.accessToken)).toBe('token_revoked')
  expect((await user.api('DELETE', path)).status).toBe(404)
})

test('an assistant ends with a new password, with the sessions, by itself and with its user', async () => {
  const admin = callAs(server, await freshToken())
  const connect = async () => {
    const user = await addUser(server, { parent: server.accountId })
    const { accessToken } = await connectClient(server, { accountId: user.id })
    expect(await meOf(accessToken)).toBe(200)
    return { user, accessToken }
  }
  const pass = 'another long password'
  const ends: Record<string, (each: Awaited<ReturnType<typeof connect>>) => Promise<unknown>> = {
    own: ({ user }) => user.api('PUT', '/users/me', { pass, old_pass: server.pass }),
    set: ({ user }) => admin('PUT', `/users/${user.id}`, { pass }),
    sessions: ({ user }) => admin('DELETE', `/users/${user.id}/sessions`),
    logout: ({ accessToken }) => callAs(server, accessToken)('POST', '/auth/logout', {}),
    deleted: ({ user }) => admin('DELETE', `/users/${user.id}`),
  }
  for (const [name, end] of Object.entries(ends)) {
    const connected = await connect()
    expect([name, (await end(connected)) as object]).toMatchObject([name, { status: 200 }])
    expect([name, await meOf(connected.accessToken)]).toEqual([name, 'token_revoked'])
  }
  const { user, accessToken } = await connect()
  await admin('PUT', `/users/${user.id}/status`, { status: 'suspended' })
  expect(await meOf(accessToken)).toBe('suspended')
})

test('tokens are for this service only', async () => {
  const { accessToken } = await connectClient(server)
  const { db } = server.service
  await db.updateTable('oauth_grants').set({ resource: 'https://before.example/mcp' }).execute()
  expect(await meOf(accessToken)).toBe('unauthorized')
})

test('of all that looks like a token, a session, a key and an access token open the API and /mcp', async () => {
  const { accessToken, refreshToken } = await connectClient(server)
  const { code } = await allowClient(server)
  const { body: invite } = await callAs(server, await freshToken())('POST', '/invites', {})
  const kinds: [kind: string, token: string, status: number][] = [
    ['session', await freshToken(), 200],
    ['key', await addApiKey(server, server.accountId, scopesOf('read')), 200],
    ['access token', accessToken, 200],
    ['refresh token', refreshToken, 401],
    ['code', code, 401],
    ['invite', invite.code, 401],
    ['code for a new password', createSecret('passwordReset'), 401],
  ]
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  for (const [kind, token, status] of kinds) {
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
    }
    const rest = await server.request('GET', '/v3/api/lists', undefined, headers)
    const mcp = await server.request('POST', '/mcp', list, headers)
    expect([kind, rest.status, mcp.status]).toEqual([kind, status, status])
  }
})

test('no code or token is stored or logged, and the audit log names the assistant', async () => {
  const audited = { client_name: 'Audited' }
  const { code, ...tokens } = await connectClient(server, { level: 'draft' }, audited)
  const secrets = [code, tokens.accessToken, tokens.refreshToken]
  await callAs(server, tokens.accessToken)('POST', '/lists', { name: 'by an assistant' })
  const { db } = server.service
  const rows: string[] = []
  for (const { name } of await tablesOf(db)) {
    rows.push(
      JSON.stringify(
        await db
          .selectFrom(name as 'audit')
          .selectAll()
          .execute(),
      ),
    )
  }
  const text = rows.join('\n')
  expect(text).toContain('Audited')
  for (const secret of secrets) expect(text + logged).not.toContain(secret)
  expect(logged).toContain('used twice')
  const api = callAs(server, await freshToken())
  const { body: log } = await api('GET', `/users/${server.accountId}/audit?limit=100`)
  const byAssistant = log.filter(({ key }: { key: string }) => key?.startsWith('Audited'))
  expect(byAssistant.map(({ act, key }: Record<string, string>) => [act, key])).toEqual([
    ['POST /lists', 'Audited (127.0.0.1:4321)'],
    ['POST /oauth/authorize', 'Audited (127.0.0.1:4321)'],
  ])
})

test('the API of an assistant refuses JSON, repeated fields and a missing client', async () => {
  const json = await server.request('POST', '/oauth/token', { grant_type: 'refresh_token' })
  expect([json.status, json.body.error]).toEqual([400, 'invalid_request'])
  const twice = 'grant_type=refresh_token&client_id=a&client_id=b&refresh_token=c'
  const repeated = await server.request('POST', '/oauth/token', twice, formType)
  expect(repeated.body).toMatchObject({ error: 'invalid_request' })
  const missing = await postForm(server, '/oauth/token', { grant_type: 'refresh_token' })
  expect(missing.body.error).toBe('invalid_request')
  expect(missing.headers.get('cache-control')).toBe('no-store')
})
