import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Endpoint, Method } from '../../contract/endpoint.ts'
import { takesKey } from '../../contract/failures.ts'
import { isOn, maxPageSize } from '../../contract/shapes/wire.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import type { ProcessRole } from '../../core/process-roles.ts'
import { allInOrder } from '../database/batches/all-in-order.ts'
import type { Executor } from '../database/dialect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { AnyHandler, Audit, AuditNote, Call, Closing, Principal } from '../handler.ts'
import type { Log } from '../log.ts'
import {
  type AllowsOrigin,
  addCrossOrigin,
  restrictOrigin,
  type VisitorSubject,
} from './cross-origin.ts'
import { serveFile } from './file-body.ts'
import { anonymous, applyLimit, type Guard, guardRequest } from './guard.ts'
import { type KeyedAnswer, openKey } from './idempotency/idempotency.ts'
import type { KeyClaims } from './idempotency/key-claims.ts'
import { readInput } from './input.ts'
import { acceptedLanguage } from './language.ts'
import {
  type createQuickRequests,
  type ExpensiveRequests,
  goneSignal,
  isExpensive,
  withoutTurns,
} from './limits/expensive.ts'
import { patternOf, routerPath } from './route-path.ts'
import { requireScope } from './scopes.ts'
import { isWholeList, send } from './send.ts'

interface Route {
  id: string
  endpoint: Endpoint
  handler: AnyHandler
}

interface RouteDependencies extends Guard {
  audit: Audit
  expensive: ExpensiveRequests
  quick: ReturnType<typeof createQuickRequests>
  keys: KeyClaims
  db: Executor
  clock: Clock
  log: Log
  publicUrl: string
  allowsOrigin: AllowsOrigin
  /** Names the role that serves a path in other processes. */
  roleElsewhere: (path: string) => ProcessRole | undefined
}

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Returns how much of a body is read at most. */
function maxBytesOf({ access, body }: Endpoint): number {
  // Some clients send an empty object with every request.
  if (body.kind === 'none') return 4 * kilobyte
  // The largest is a form with all fields.
  if (access === 'public') return 256 * kilobyte
  // Rows: enough for 5,000 contacts with a dozen fields.
  return body.kind === 'json' ? body.maxMegabytes * megabyte : 16 * megabyte
}

/**
 * Serves the contract below `prefix`. Other paths are 404, and other methods of a known path are
 * 405. Scripts of other sites may call the routes for visitors.
 */
export async function serveContract(
  server: FastifyInstance,
  prefix: string,
  routes: readonly Route[],
  dependencies: RouteDependencies,
): Promise<void> {
  const forVisitors = routes.filter(({ endpoint }) => endpoint.forVisitors)
  for (const route of routes) {
    if (!route.endpoint.forVisitors) serveRoute(server, route, prefix)
  }
  await server.register(
    async (scope) => {
      const { allowsOrigin, limits, clock } = dependencies
      const methods = methodsByPath(forVisitors)
      addCrossOrigin(scope, { methods, allowsOrigin, limits, clock, refuse: refuseMethod })
      for (const route of forVisitors) serveRoute(scope, route, '')
    },
    { prefix },
  )

  function serveRoute(scope: FastifyInstance, route: Route, pathPrefix: string): void {
    const options: RouteOptions = {
      method: route.endpoint.method,
      url: pathPrefix + routerPath(route.endpoint.path),
      exposeHeadRoute: false,
      config: { isForVisitors: route.endpoint.forVisitors === true },
      bodyLimit: maxBytesOf(route.endpoint),
      // Before the body is read.
      onRequest: (request, reply) => guardRequest(route.endpoint, dependencies, request, reply),
      handler: (request, reply) => serve(route, dependencies, request, reply),
    }
    if (route.endpoint.body.kind === 'file') serveFile(scope, options, route.endpoint.body)
    else scope.route(options)
  }

  const patterns = routes.map(({ endpoint }) => ({
    endpoint,
    pattern: patternOf(prefix + endpoint.path),
  }))
  // In a hook, because a handler runs after the body has been read. Not async, because a promise per
  // request would make pixels slower.
  server.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuseUnknown(request, reply).catch(done)
    else done()
  })

  async function refuseUnknown(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    request.isUnknownPage = !request.url.startsWith(prefix)
    await applyLimit(dependencies.limits.ofPage(request.ip), dependencies.clock, reply)
    refuseMethod(request, reply)
  }

  function refuseMethod(request: FastifyRequest, reply: FastifyReply): never {
    const path = request.url.split('?')[0] ?? ''
    const methods = patterns
      .filter(({ pattern }) => pattern.test(path))
      .map(({ endpoint }) => endpoint.method)
    if (methods.length === 0) {
      const role = dependencies.roleElsewhere(path)
      throw new Failure('no_such_route', role && { values: { role } })
    }
    reply.header('allow', [...new Set(methods)].join(', '))
    throw new Failure('method_not_allowed')
  }
}

function methodsByPath(routes: readonly Route[]): ReadonlyMap<string, readonly Method[]> {
  const methods = new Map<string, Method[]>()
  for (const { endpoint } of routes) {
    const path = routerPath(endpoint.path)
    methods.set(path, [...(methods.get(path) ?? []), endpoint.method])
  }
  return methods
}

async function serve(
  { endpoint, handler }: Route,
  dependencies: RouteDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { caller: account = anonymous, problemLanguage: language = account.language } = request
  const isFile = endpoint.body.kind === 'file'
  const params = request.params as Record<string, string> // the router's: one text per token
  const input = readInput(endpoint, {
    params,
    query: request.query as Record<string, string | string[]>, // from node:querystring
    body: isFile ? undefined : request.body,
  })
  requireScope(account.scopes, endpoint, input)
  if (endpoint.forVisitors) {
    await restrictOrigin(request, reply, dependencies.allowsOrigin, subjectOf(input))
  }
  let keyed: KeyedAnswer | undefined
  let saved: unknown
  let note: AuditNote | undefined
  let isRecorded = false
  const record = async (executor: Executor, answer: unknown) => {
    if (isRehearsal(input)) return
    await dependencies.audit.record(executor, {
      ...{ endpoint, account, params, note, answer },
      ip: request.ip,
      client: request.headers['user-agent'],
    })
  }
  const call: Call = {
    account,
    language,
    acceptedLanguage: acceptedLanguage(request.headers['accept-language']),
    ip: request.ip,
    requestId: request.id,
    accept: request.headers.accept?.includes('text/csv') ? 'csv' : 'json',
    headers: {},
    ...versionIn(request.headers['if-match']),
    ...(isFile && { file: request.body as Readable }), // the raw stream of a file's parser
    note: (given) => {
      note = given
    },
    transact: async (work) => {
      const closing: Closing = (answer) => {
        saved = answer
        return [
          async (each) => keyed?.save(each, statusOf(answer), answer),
          async (each) => isRecorded || record(each, answer),
        ]
      }
      const answered = await inTransaction(dependencies.db, async (tx) => {
        saved = undefined
        const answer = await work(tx, closing)
        if (answer !== saved) await allInOrder(tx, closing(answer))
        return answer
      })
      isRecorded ||= answered !== undefined
      return answered
    },
  }
  const isWhole = isWholeList(endpoint, call, request.query as object)
  const callHandler = (more: object) => handler({ ...input, ...more } as never, call) // the type is checked by `Handlers`
  const { inTurn, inTurns } =
    isWhole || isExpensive(endpoint, input)
      ? dependencies.expensive.turnsOf(endpoint, account, goneSignal(reply.raw))
      : isFile || account === anonymous
        ? withoutTurns
        : dependencies.quick(account)
  // The answer is sent afterwards, because a slow client must not keep the turn.
  const respond = await inTurn(async () => {
    keyed = await openKeyOf(dependencies, account, endpoint, request)
    const { replay } = keyed ?? {}
    if (replay) {
      return () =>
        reply.code(replay.status).header('idempotency-replayed', 'true').send(replay.body)
    }
    let isDone = false
    try {
      const size = isWhole ? { limit: maxPageSize } : {}
      const answer = await callHandler(size)
      if (keyed && answer !== saved) await keyed.save(dependencies.db, statusOf(answer), answer)
      if (!isRecorded) await record(dependencies.db, answer)
      isDone = true
      return () =>
        send(answer, {
          endpoint,
          call,
          request,
          reply: reply.code(statusOf(answer)),
          readPage: (cursor) => callHandler({ ...size, cursor }),
          publicUrl: dependencies.publicUrl,
          inTurns,
          onBroken: (error) =>
            dependencies.log.error('answer broken off', error, { request: request.id }),
        })
    } finally {
      await keyed?.end(isDone)
    }
  })
  return respond()
}

/** Returns what a form is about, in the names of the contract. An xsid goes before a list. */
function subjectOf(input: ReturnType<typeof readInput>): VisitorSubject {
  const { xsid, subscriber, list_id: list } = input as VisitorInput // validated by its endpoint
  return { xsid: xsid ?? subscriber, list }
}

interface VisitorInput {
  xsid?: string
  subscriber?: string
  list_id?: string | number
}

/** Whether a request only asks what it would do. */
const isRehearsal = (input: { dry_run?: boolean }): boolean => isOn(input.dry_run)

/** A job id means that the work was accepted, not that it is done. */
const statusOf = (answer: unknown): number =>
  typeof answer === 'object' && answer !== null && 'job_id' in answer ? 202 : 200

async function openKeyOf(
  { keys, clock }: RouteDependencies,
  account: Principal,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<KeyedAnswer | undefined> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !takesKey(endpoint)) return undefined
  return openKey(keys, {
    account: account.id,
    endpoint,
    key,
    path: request.url.split('?')[0] ?? '',
    exactBody: request.exactBody,
    body: endpoint.body.kind === 'file' ? fileFingerprint(request) : request.body,
    clock,
  })
}

/** A stream cannot be compared before it is read. Its headers and query must identify it. */
const fileFingerprint = ({ query, headers }: FastifyRequest) => [
  query,
  headers['content-type'],
  headers['content-length'],
]

function versionIn(header: string | undefined): { ifMatch?: number } {
  const version = /^(?:W\/)?"(\d+)"$/.exec(header ?? '')?.[1]
  return version ? { ifMatch: Number(version) } : {}
}
