import { createHmac } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Method } from '../contract/endpoint.ts'
import { contract } from '../contract/index.ts'
import { Failure } from '../core/failure.ts'
import { asLanguage } from '../core/language.ts'
import { challengeOf } from './auth/oauth/addresses.ts'
import { applyLimit } from './http/guard.ts'
import { acceptedLanguage } from './http/language.ts'
import type { Limits } from './http/limits/limits.ts'
import { addCommonHeaders, type createServer } from './http/server.ts'
import type { Service } from './service.ts'

type Server = ReturnType<typeof createServer>

const path = '/mcp'

/** The largest campaign that the contract accepts, as JSON. */
const maxBodyBytes = 8 * 1024 * 1024

/** The origin of requests that never leave this process. The name is never resolved. */
const internalOrigin = 'http://service.internal'

/** The request headers that the protocol reads. */
const protocolHeaders = ['accept', 'content-type', 'mcp-protocol-version']

/**
 * The MCP endpoint over HTTP. Each call of a tool goes through the routes of the API with the bearer token,
 * so that authentication, limits, idempotency and audit apply to assistants like to any client.
 */
export function serveMcp(
  server: Server,
  service: Service,
  { apiPrefix, limits }: { apiPrefix: string; limits: Limits },
): void {
  const { clock, secrets, settings } = service
  const publicOrigin = new URL(settings.publicUrl).origin
  const loadHandler = async () => {
    const { createMcpHandler } = await import('../mcp/http.ts')
    const [{ secret }] = secrets.mac
    const key = createHmac('sha256', secret).update('assistants').digest()
    return createMcpHandler({ apiUrl: internalOrigin + apiPrefix, key, clock })
  }
  let mcpHandler: ReturnType<typeof loadHandler> | undefined
  const injectFor = ({ ip }: { ip: string }, internal: InternalRequest) =>
    server.inject({ ...internal, remoteAddress: ip })

  server.route({
    method: 'POST',
    url: path,
    bodyLimit: maxBodyBytes,
    async onRequest(request, reply) {
      addCommonHeaders(request, reply)
      const { origin, authorization = '', 'accept-language': wanted } = request.headers
      // Refuse web pages of other origins. This also stops DNS rebinding.
      if (origin !== undefined && origin !== publicOrigin) throw new Failure('forbidden')
      // The API authenticates, and applies its limits, before the body is read.
      const me = await injectFor(request, {
        method: 'GET',
        url: apiPrefix + contract.users.me.path,
        headers: { authorization, ...(wanted !== undefined && { 'accept-language': wanted }) },
      })
      if (me.statusCode === 200) request.assistantAccount = me.json()
      else {
        reply.code(me.statusCode).headers(textHeaders(me.headers))
        if (me.statusCode === 401) {
          reply.header('www-authenticate', challengeOf(settings, authorization !== ''))
        }
        return reply.send(me.payload)
      }
    },
    async handler(request, reply) {
      const { authorization = '', 'accept-language': wanted, 'user-agent': agent } = request.headers
      const { assistantAccount: account = {} } = request
      mcpHandler ??= loadHandler()
      const answer = await (await mcpHandler)({
        account,
        body: request.body,
        headers: pick(textHeaders(request.headers), protocolHeaders),
        token: authorization.replace(/^Bearer +/i, ''),
        language: acceptedLanguage(wanted) ?? asLanguage(String(account.language)),
        transport: {
          async send({ method, url, headers, body }) {
            const answer = await injectFor(request, {
              method: method as Method, // from the contract
              url: url.slice(internalOrigin.length),
              // The audit log names the assistant.
              headers: { ...headers, ...(agent && { 'user-agent': `remite-mcp (${agent})` }) },
              ...(body !== undefined && { payload: body }),
            })
            const { statusCode: status, payload: text } = answer
            return { kind: 'answered', status, headers: textHeaders(answer.headers), text }
          },
          async close() {},
        },
      })
      return reply.code(answer.status).headers(answer.headers).send(answer.body)
    },
  })
  // There are no streams to open and no sessions to end.
  server.route({
    method: ['GET', 'DELETE'],
    url: path,
    async onRequest(request, reply) {
      await applyLimit(limits.ofPage(request.ip), clock, reply)
      reply.header('allow', 'POST')
      throw new Failure('method_not_allowed')
    },
    async handler() {},
  })
}

interface InternalRequest {
  method: Method
  url: string
  headers: Record<string, string>
  payload?: string | Readable
}

const textHeaders = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  )

const pick = (headers: Record<string, string>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))
