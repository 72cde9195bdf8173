import { createHash } from 'node:crypto'
import { scopesOf } from '../../../src/contract/scopes.ts'
import { newUuid, randomToken } from '../../../src/core/ids.ts'
import type { Level } from '../../../src/service/auth/oauth/asked-scopes.ts'
import { readAuthorizationRequest } from '../../../src/service/auth/oauth/authorization-request.ts'
import { createFindClient } from '../../../src/service/auth/oauth/client.ts'
import { issueCode } from '../../../src/service/auth/oauth/issue-code.ts'
import type { TestService } from '../service.ts'

type Server = Pick<TestService, 'origin' | 'request' | 'pass'>

export const formType = { 'content-type': 'application/x-www-form-urlencoded' }

const redirectUri = 'http://127.0.0.1:4321/callback'

export interface TestClient {
  id: string
  redirectUri: string
  verifier: string
}

/** Registers a client, as an assistant does that is connected for the first time. */
export async function registerTestClient(
  server: Server,
  metadata: Record<string, unknown> = {},
): Promise<TestClient> {
  const { body, status } = await server.request('POST', '/oauth/register', {
    ...{ client_name: 'Test', redirect_uris: [redirectUri], ...metadata },
  })
  if (status !== 201) throw new Error(`registration: ${JSON.stringify(body)}`)
  const [uri] = body.redirect_uris
  return { id: body.client_id, redirectUri: uri, verifier: randomToken(32) }
}

/** Returns the address that a client opens in the user's browser. A parameter given as undefined is left out. */
export function authorizationUrl(
  { origin }: Pick<Server, 'origin'>,
  { id, redirectUri, verifier }: TestClient,
  changed: Record<string, string | undefined> = {},
): string {
  const parameters = {
    ...{ response_type: 'code', client_id: id, redirect_uri: redirectUri, state: 'state-1' },
    ...{ code_challenge_method: 'S256', scope: 'act', resource: `${origin}/mcp` },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...changed,
  }
  const sent = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) sent.set(name, value)
  }
  return `${origin}/oauth/authorize?${sent}`
}

export interface ConsentInput {
  username?: string
  pass?: string
  level?: string
  answer?: string
  /** The form that was opened before. Default: a new one. */
  form?: string
  headers?: Record<string, string>
}

/** Opens the consent page and returns the id of its form with the page. */
export async function openConsent(server: Server, url: string, language = 'en') {
  const answer = await server.request('GET', url.slice(server.origin.length), undefined, {
    accept: 'text/html',
    'accept-language': language,
  })
  const form: string | undefined = /name="form" value="([\w-]+)"/.exec(answer.body)?.[1]
  return { ...answer, form: form ?? '' }
}

/** Answers the consent page as the user's browser does. */
export async function answerConsent(
  server: Server,
  url: string,
  { username = 'ana', pass = server.pass, level = 'read', ...input }: ConsentInput = {},
) {
  const { answer = 'allow', headers = {} } = input
  const form = input.form ?? (await openConsent(server, url)).form
  const { origin } = server
  return server.request(
    'POST',
    url.slice(origin.length),
    new URLSearchParams({ form, username, pass, level, answer }).toString(),
    { ...formType, origin, accept: 'text/html', ...headers },
  )
}

/** Returns the parameters that the user's browser brings back to the client. */
export async function consentTo(server: Server, url: string, input: ConsentInput = {}) {
  const { status, headers, body } = await answerConsent(server, url, input)
  if (status !== 303) throw new Error(`consent: ${status} ${String(body).slice(-800)}`)
  return Object.fromEntries(new URL(headers.get('location') ?? '').searchParams)
}

export const postForm = (server: Server, path: string, fields: Record<string, string>) =>
  server.request('POST', path, new URLSearchParams(fields).toString(), formType)

export const exchangeCode = (
  server: Server,
  { id, redirectUri, verifier }: TestClient,
  code: string,
  changed: Record<string, string> = {},
) =>
  postForm(server, '/oauth/token', {
    ...{ grant_type: 'authorization_code', code, client_id: id, redirect_uri: redirectUri },
    ...{ code_verifier: verifier, resource: `${server.origin}/mcp`, ...changed },
  })

export const refresh = (
  server: Server,
  { id }: TestClient,
  token: string,
  changed: Record<string, string> = {},
) =>
  postForm(server, '/oauth/token', {
    ...{ grant_type: 'refresh_token', refresh_token: token, client_id: id, ...changed },
  })

interface Permission {
  /** Default: the first account. */
  accountId?: number
  level?: Level
}

/** Registers a client and returns it with a code, as if a user had allowed it on the consent page. */
export async function allowClient(
  server: TestService,
  { accountId = server.accountId, level = 'read' }: Permission = {},
  metadata: Record<string, unknown> = {},
): Promise<{ client: TestClient; code: string }> {
  const client = await registerTestClient(server, metadata)
  const { searchParams } = new URL(authorizationUrl(server, client))
  const context = { ...server.service, findClient: createFindClient(server.service) }
  const query = Object.fromEntries(searchParams)
  const read = await readAuthorizationRequest(context, query, '127.0.0.1')
  if (!('request' in read)) throw new Error(`not allowed: ${JSON.stringify(read)}`)
  const code = await issueCode(server.service, {
    ...{ accountId, request: read.request, scopes: scopesOf(level), form: newUuid() },
    ...{ ip: '127.0.0.1', userAgent: 'test' },
  })
  return { client, code: code ?? '' }
}

/** Connects a new client and returns it with its tokens. */
export async function connectClient(
  server: TestService,
  permission: Permission = {},
  metadata: Record<string, unknown> = {},
) {
  const { client, code } = await allowClient(server, permission, metadata)
  const { body } = await exchangeCode(server, client, code)
  const { access_token: accessToken, refresh_token: refreshToken } = body
  return { client, code, accessToken: String(accessToken), refreshToken: String(refreshToken) }
}
