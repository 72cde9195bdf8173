import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Endpoint } from '../../contract/endpoint.ts'
import { takesKey } from '../../contract/failures.ts'
import { tokensOf } from '../../contract/path.ts'
import { largestPage } from '../../contract/shapes/wire.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { AnyHandler, Call, Principal } from '../handler.ts'
import type { Log } from '../log.ts'
import { admit, type Guard, nobody } from './admit.ts'
import { serveFile } from './file-body.ts'
import { type Keyed, openKey } from './idempotency.ts'
import { readInput } from './input.ts'
import { isWholeList, send } from './send.ts'

export interface Route {
  id: string
  endpoint: Endpoint
  handler: AnyHandler
}

export interface Doors extends Guard {
  db: Executor
  clock: Clock
  log: Log
}

/** Of a request without a session: one that fills in a form. The largest is a form with all its fields. */
const largestForm = 256 * 1024

/** Serves the contract below `prefix`; what it does not name is 404, or 405 when only the method is wrong. */
export function serveContract(
  server: FastifyInstance,
  prefix: string,
  routes: readonly Route[],
  doors: Doors,
): void {
  for (const route of routes) {
    const options: RouteOptions = {
      method: route.endpoint.method,
      url: prefix + routerPath(route.endpoint.path),
      exposeHeadRoute: false,
      ...(route.endpoint.access === 'public' && { bodyLimit: largestForm }),
      // Before anything of the body is read.
      onRequest: (request, reply) => admit(route.endpoint, doors, request, reply),
      handler: (request, reply) => serve(route, doors, request, reply),
    }
    if (route.endpoint.body.kind === 'file') serveFile(server, options, route.endpoint.body)
    else server.route(options)
  }
  const known = routes.map(({ endpoint }) => ({
    endpoint,
    pattern: patternOf(prefix + endpoint.path),
  }))
  server.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const methods = known
      .filter(({ pattern }) => pattern.test(path))
      .map(({ endpoint }) => endpoint.method)
    if (methods.length === 0) throw new Failure('no_such_route')
    reply.header('allow', [...new Set(methods)].join(', '))
    throw new Failure('method_not_allowed')
  })
}

const digits = new Set(['id', 'field', 'job', 'webhook'])

const routerPath = (path: string): string =>
  tokensOf(path).reduce(
    (url, token) => (digits.has(token) ? url.replace(`:${token}`, `:${token}(^\\d{1,15}$)`) : url),
    path,
  )

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path.replace(/:(\w+)/g, (_, token) => (digits.has(token) ? '\\d{1,15}' : '[^/]+'))}$`,
  )

async function serve(
  { endpoint, handler }: Route,
  doors: Doors,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { caller: account = nobody, problemLanguage: language = account.language } = request
  const isFile = endpoint.body.kind === 'file'
  const input = readInput(endpoint, {
    params: request.params as Record<string, string>, // the router's: one text a token
    query: request.query as Record<string, string | string[]>, // node:querystring's
    body: isFile ? undefined : request.body,
  })
  const keyed = await keyOf(doors, account, endpoint, request)
  if (keyed?.replay) {
    return reply
      .code(keyed.replay.status)
      .header('idempotency-replayed', 'true')
      .send(keyed.replay.body)
  }
  let kept: unknown
  const call: Call = {
    account,
    language,
    ip: request.ip,
    requestId: request.id,
    accept: request.headers.accept?.includes('text/csv') ? 'csv' : 'json',
    headers: {},
    ...versionIn(request.headers['if-match']),
    ...(isFile && { file: request.body as Readable }), // the raw stream of a file's parser
    transact: (work) =>
      inTransaction(doors.db, async (tx) => {
        const answer = await work(tx)
        kept = answer
        if (answer !== undefined) await keyed?.keep(tx, statusOf(answer), answer)
        return answer
      }),
  }
  try {
    const size = isWholeList(endpoint, call, request.query as object) ? { limit: largestPage } : {}
    const ask = (more: object) => handler({ ...input, ...size, ...more } as never, call) // its own type; `Handlers` has checked it
    const answer = await ask({})
    if (keyed && answer !== kept) await keyed.keep(doors.db, statusOf(answer), answer)
    return send(answer, {
      endpoint,
      call,
      request,
      reply: reply.code(statusOf(answer)),
      turnTo: (cursor) => ask({ cursor }),
      onBroken: (error) => doors.log.error('answer broken off', error, { request: request.id }),
    })
  } catch (error) {
    await keyed?.release()
    throw error
  }
}

/** A job's number says that the work was taken on, not that it is done. */
const statusOf = (answer: unknown): number =>
  typeof answer === 'object' && answer !== null && 'job_id' in answer ? 202 : 200

async function keyOf(
  { db, clock }: Doors,
  account: Principal,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Keyed | undefined> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !takesKey(endpoint)) return undefined
  const path = request.url.split('?')[0] ?? ''
  return openKey(db, {
    account: account.id,
    endpoint,
    key,
    path,
    body: endpoint.body.kind === 'file' ? fileMarks(request) : request.body,
    clock,
  })
}

/** A stream cannot be compared before it was read: by what is said of it, it is the same one. */
const fileMarks = ({ query, headers }: FastifyRequest) => [
  query,
  headers['content-type'],
  headers['content-length'],
]

function versionIn(header: string | undefined): { ifMatch?: number } {
  const version = /^(?:W\/)?"(\d+)"$/.exec(header ?? '')?.[1]
  return version ? { ifMatch: Number(version) } : {}
}
