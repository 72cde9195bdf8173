import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import * as oauth from 'oauth4webapi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopesOf } from '../../src/contract/scopes.ts'
import { addApiKey } from '../support/access/api-keys.ts'
import { consentTo } from '../support/access/oauth.ts'
import { connectOverHttp, permittedTools } from '../support/assistant.ts'
import { startService, type TestService } from '../support/service.ts'
import { callAs } from '../support/users.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

const redirectUrl = 'http://127.0.0.1:4321/callback'

/** A client that stores in memory what it gets, and opens no browser. */
function createProvider() {
  const kept: {
    client?: OAuthClientInformationMixed
    tokens?: OAuthTokens
    verifier?: string
    opened?: URL
  } = {}
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'SDK client', redirect_uris: [redirectUrl] },
    state: () => 'a state',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      kept.opened = url
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
  return { kept, provider }
}

test('the client of the official SDK connects from nothing, and refreshes', async () => {
  const { kept, provider } = createProvider()
  const url = new URL(`${server.origin}/mcp`)
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(url, { authProvider: provider })
    const client = new Client({ name: 'sdk', version: '1' })
    return { client, transport, done: client.connect(transport as Transport) }
  }
  const first = await connect()
  await expect(first.done).rejects.toThrow('Unauthorized')
  expect(kept.opened?.searchParams.get('resource')).toBe(url.href)
  expect(kept.opened?.searchParams.get('scope')).toBe('act')
  const answer = await consentTo(server, String(kept.opened), { level: 'draft' })
  expect(answer).toMatchObject({ state: 'a state', iss: server.origin })
  await first.transport.finishAuth(answer.code ?? '')

  const second = await connect()
  await second.done
  const { tools } = await second.client.listTools()
  const described = new Map(tools.map(({ name, description }) => [name, description]))
  expect(described.get('draft_campaign')).not.toContain('NOT PERMITTED')
  expect(described.get('send_campaign')).toContain('NOT PERMITTED NOW, needs campaigns:send.')
  const drafted = await second.client.callTool({ name: 'draft_list', arguments: { name: 'SDK' } })
  expect(drafted.isError).toBeFalsy()
  await second.client.close()

  const before = kept.tokens
  expect(await auth(provider, { serverUrl: url })).toBe('AUTHORIZED')
  expect(kept.tokens?.refresh_token).not.toBe(before?.refresh_token)
  const third = await connect()
  await third.done
  await third.client.close()

  const { body } = await server.api('GET', '/auth/apps')
  expect(body).toMatchObject([{ name: 'SDK client', site: '127.0.0.1:4321' }])
  expect(body[0].scopes).toEqual(scopesOf('draft'))
})

test('a client that checks every rule of OAuth connects, is worth its scope on REST, and revokes', async () => {
  const insecure = { [oauth.allowInsecureRequests]: true }
  const issuer = new URL(server.origin)
  const resource = new URL(`${server.origin}/mcp`)
  const described = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, insecure),
  )
  expect(described.authorization_servers).toEqual([server.origin])
  for (const algorithm of ['oauth2', 'oidc'] as const) {
    const response = await oauth.discoveryRequest(issuer, { ...insecure, algorithm })
    expect((await oauth.processDiscoveryResponse(issuer, response)).issuer).toBe(server.origin)
  }
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oauth2' }),
  )
  const client = await oauth.processDynamicClientRegistrationResponse(
    await oauth.dynamicClientRegistrationRequest(
      as,
      { client_name: 'Strict', redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
      insecure,
    ),
  )
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(as.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    ...{ response_type: 'code', client_id: client.client_id, redirect_uri: redirectUrl, state },
    ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), scope: 'act' },
    ...{ code_challenge_method: 'S256', resource: resource.href },
  }).toString()
  const answer = new URLSearchParams(await consentTo(server, url.href, { level: 'read' }))
  const parameters = oauth.validateAuthResponse(as, client, answer, state)
  const tokens = await oauth.processAuthorizationCodeResponse(
    as,
    client,
    await oauth.authorizationCodeGrantRequest(
      ...([as, client, oauth.None(), parameters, redirectUrl, verifier] as const),
      { ...insecure, additionalParameters: { resource: resource.href } },
    ),
  )
  expect(tokens).toMatchObject({ scope: 'read', expires_in: 1800 })

  const rest = callAs(server, tokens.access_token)
  expect((await rest('GET', '/lists')).status).toBe(200)
  const refused = await rest('POST', '/lists', { name: 'no' })
  expect(refused.body).toMatchObject({ code: 'scope_missing', values: { scope: 'lists:write' } })
  expect((await rest('POST', '/auth/keys', { name: 'k', preset: 'act' })).body.code).toBe(
    'session_needed',
  )
  const assistant = await connectOverHttp({ origin: server.origin, token: tokens.access_token })
  expect(await permittedTools(assistant)).not.toContain('edit')
  await assistant.close()

  const next = await oauth.processRefreshTokenResponse(
    as,
    client,
    await oauth.refreshTokenGrantRequest(
      ...([as, client, oauth.None(), tokens.refresh_token ?? '', insecure] as const),
    ),
  )
  const asNext = callAs(server, next.access_token)
  expect((await asNext('GET', '/lists')).status).toBe(200)
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(
      ...([as, client, oauth.None(), next.refresh_token ?? '', insecure] as const),
    ),
  )
  expect((await asNext('GET', '/lists')).body.code).toBe('token_revoked')
  expect((await rest('GET', '/lists')).body.code).toBe('token_revoked')
})

test('a client that has only an API key or a session still connects', async () => {
  const key = await addApiKey(server, server.accountId, scopesOf('read'))
  for (const token of [key, server.token]) {
    const assistant = await connectOverHttp({ origin: server.origin, token })
    expect((await assistant.client.listTools()).tools.length).toBeGreaterThan(0)
    await assistant.close()
  }
})
