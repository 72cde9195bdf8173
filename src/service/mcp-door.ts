import { createHmac } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Method } from '../contract/endpoint.ts'
import { contract } from '../contract/index.ts'
import { Failure } from '../core/failure.ts'
import { asLanguage } from '../core/language.ts'
import { acceptedLanguage } from './http/language.ts'
import type { createServer } from './http/server.ts'
import type { Service } from './service.ts'

type Server = ReturnType<typeof createServer>

const path = '/mcp'

/** The largest campaign that the contract takes, as JSON. */
const largestBody = 8 * 1024 * 1024

/** For requests that never leave this process; nobody resolves this name. */
const inside = 'http://service.internal'

/** Headers of a request that the protocol reads. */
const ofProtocol = ['accept', 'content-type', 'mcp-protocol-version']

/**
 * Where assistants come in, over HTTP. Each of their acts goes through the API's own routes, with the
 * bearer's token: guard, limits, idempotency and audit hold for them as for anybody.
 */
export function serveMcp(server: Server, service: Service, apiPrefix: string): void {
  const { clock, secrets, settings } = service
  const publicOrigin = new URL(settings.publicUrl).origin
  const loadDoor = async () => {
    const { createDoor } = await import('../mcp/http.ts')
    const [{ secret }] = secrets.mac
    const key = createHmac('sha256', secret).update('assistants').digest()
    return createDoor({ apiUrl: inside + apiPrefix, key, clock })
  }
  let door: ReturnType<typeof loadDoor> | undefined

  server.route({
    method: 'POST',
    url: path,
    bodyLimit: largestBody,
    // Before the body is read: a page of another site has no business here, whatever its name leads to.
    onRequest: async ({ headers: { origin } }) => {
      if (origin !== undefined && origin !== publicOrigin) throw new Failure('forbidden')
    },
    async handler(request, reply) {
      const { authorization = '', 'accept-language': wanted } = request.headers
      const inject = (asked: Asked) => server.inject({ ...asked, remoteAddress: request.ip })
      const me = await inject({
        method: 'GET',
        url: apiPrefix + contract.users.me.path,
        headers: { authorization, ...(wanted !== undefined && { 'accept-language': wanted }) },
      })
      if (me.statusCode !== 200) {
        return reply.code(me.statusCode).headers(textsOf(me.headers)).send(me.payload)
      }
      const account: Record<string, unknown> = me.json()
      door ??= loadDoor()
      const answer = await (await door)({
        account,
        body: request.body,
        headers: pick(textsOf(request.headers), ofProtocol),
        token: authorization.replace(/^Bearer +/i, ''),
        language: acceptedLanguage(wanted) ?? asLanguage(String(account.language)),
        transport: {
          async send({ method, url, headers, body }) {
            const answered = await inject({
              method: method as Method, // the client takes it from the contract
              url: url.slice(inside.length),
              headers: { ...headers },
              ...(body !== undefined && { payload: body }),
            })
            const { statusCode: status, payload: text } = answered
            return { kind: 'answered', status, headers: textsOf(answered.headers), text }
          },
          async close() {},
        },
      })
      return reply.code(answer.status).headers(answer.headers).send(answer.body)
    },
  })
  // There are no streams to be opened and no sessions to be ended.
  server.route({
    method: ['GET', 'DELETE'],
    url: path,
    async handler(_, reply) {
      reply.header('allow', 'POST')
      throw new Failure('method_not_allowed')
    },
  })
}

interface Asked {
  method: Method
  url: string
  headers: Record<string, string>
  payload?: string | Readable
}

const textsOf = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  )

const pick = (headers: Record<string, string>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))
