import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import { isStorageFull } from '../database/dialect.ts'
import { isUnavailable } from '../database/postgres/client.ts'
import type { Log } from '../log.ts'
import { type ConnectionLimits, connectionLimits, createHttpServer } from './connections.ts'
import { formPage } from './form-page.ts'
import { Form } from './input.ts'
import { addJsonParser } from './json-body.ts'
import { acceptedLanguage } from './language.ts'
import { problemOf } from './problem.ts'
import { sendPage, wantsPage } from './send-page.ts'

/** Enough for a page with texts in all fields of its form. Other routes set their own limits. */
const maxBodyBytes = 64 * 1024

interface ServerSettings {
  /** The number of trusted proxies that set `X-Forwarded-For`. */
  trustedProxies: number
  log: Log
  clock: Clock
  /** Default: those for the number of proxies. */
  connections?: Partial<ConnectionLimits>
  /** Returns whether it answers a request. The framework takes the others. */
  answersFirst?: (
    request: IncomingMessage,
    response: ServerResponse,
    otherwise: RequestListener,
  ) => boolean
}

/** Configures the web framework: errors as problems, forms, request ids. It has no routes yet. */
export function createServer({
  trustedProxies,
  log,
  clock,
  connections,
  answersFirst = () => false,
}: ServerSettings): FastifyInstance {
  const limits = { ...connectionLimits(trustedProxies), ...connections }
  const closing = new AbortController()
  const server = fastify({
    serverFactory(handler) {
      const listener: RequestListener = (request, response) => {
        // While it closes, the framework refuses requests.
        const isAnswered = !closing.signal.aborted && answersFirst(request, response, handler)
        if (!isAnswered) handler(request, response)
      }
      return createHttpServer(listener, limits, { clock, signal: closing.signal })
    },
    bodyLimit: maxBodyBytes,
    trustProxy: (_, hop) => hop < trustedProxies,
    genReqId: () => newUuid(),
    routerOptions: { maxParamLength: 400 },
  })
  addJsonParser(server)
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_, text, done) => done(null, new Form(String(text))),
  )
  server.addHook('preClose', async () => closing.abort())
  server.addHook('onRequest', ({ headers: { host } }, _, done) =>
    host === undefined || validHost.test(host) ? done() : done(new Failure('malformed')),
  )
  server.setErrorHandler((error, request, reply) => {
    addCommonHeaders(request, reply)
    const failure = failureOf(error, request)
    const route = request.routeOptions.url ?? 'unknown'
    if (isOurFault(failure)) {
      log.error('request failed', failure.cause, { request: request.id, route })
    }
    const language =
      request.problemLanguage ?? acceptedLanguage(request.headers['accept-language']) ?? 'en'
    const isPage = wantsPage(request)
    const isVisitor = isPage || request.routeOptions.config.isForVisitors === true
    const problem = problemOf(failure, { language, requestId: request.id, isVisitor })
    if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
    const { retryAfterSeconds, values } = failure.details
    if (failure.code === 'scope_missing') {
      // RFC 6750, 3.1.
      const scope = `error="insufficient_scope", scope="${values?.scope}"`
      reply.header('www-authenticate', `Bearer ${scope}`)
    }
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    if (isPage) {
      const { status, title, detail: text } = problem
      return sendPage(reply, formPage({ language, status, title, text }))
    }
    return reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem))
  })
  return server
}

/**
 * Adds the headers of every answer of the API. Answers contain personal data, so no cache stores
 * them. The request id also appears in our log.
 */
export const addCommonHeaders = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')

declare module 'fastify' {
  interface FastifyContextConfig {
    isForVisitors?: boolean
  }
  interface FastifyRequest {
    /** The account's language, once known, for errors of requests without Accept-Language. */
    problemLanguage?: 'en' | 'es'
  }
}

/** Whether an operator should know of it. */
const isOurFault = ({ code, cause }: Failure): boolean =>
  code === 'internal' || code === 'disk_full' || (code === 'unavailable' && cause !== undefined)

const frameworkCodes: Record<string, 'malformed' | 'body_too_large' | 'unsupported_media_type'> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
}

/** A name, an IPv4 address or an IPv6 address, and a port. Empty without an authority (RFC 9112, 3.2). */
const validHost = /^(?:[\w.-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/**
 * Converts any error to a Failure: the framework's errors get our codes, and bugs are `internal`.
 */
function failureOf(error: unknown, { raw }: FastifyRequest): Failure {
  if (error instanceof Failure) return error
  if (isStorageFull(error)) return new Failure('disk_full', {}, { cause: error })
  const { code, statusCode } = error as { code?: string; statusCode?: number } // fastify's errors
  // The client has left in the middle of its body.
  if (raw.destroyed && !raw.complete) return new Failure('malformed', {}, { cause: error })
  // Without Retry-After, because the connection may have been lost after the commit.
  if (isUnavailable(error)) return new Failure('unavailable', {}, { cause: error })
  const known = frameworkCodes[code ?? '']
  if (known) return new Failure(known, {}, { cause: error })
  if (statusCode !== undefined && statusCode < 500)
    return new Failure('malformed', {}, { cause: error })
  return new Failure('internal', {}, { cause: error })
}
