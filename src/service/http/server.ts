import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import { isStorageFull } from '../database/dialect.ts'
import type { Log } from '../log.ts'
import { formPage } from './form-page.ts'
import { Form } from './input.ts'
import { addJsonParser } from './json-body.ts'
import { acceptedLanguage } from './language.ts'
import type { Page, PageAnswer } from './page.ts'
import { problemOf } from './problem.ts'

/** Enough for 5,000 contacts with a dozen fields, or the largest campaign with attachments. */
const maxBodyBytes = 16 * 1024 * 1024

interface ServerSettings {
  /** The number of trusted proxies that set `X-Forwarded-For`. */
  trustedProxies: number
  log: Log
}

/** Configures the web framework: errors as problems, forms, request ids. It has no routes yet. */
export function createServer({ trustedProxies, log }: ServerSettings): FastifyInstance {
  const server = fastify({
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
  closeIdleConnections(server)
  server.setErrorHandler((error, request, reply) => {
    nameRequest(request, reply)
    const failure = failureOf(error)
    const route = request.routeOptions.url ?? 'unknown'
    if (failure.code === 'internal' || failure.code === 'disk_full') {
      log.error('request failed', failure.cause, { request: request.id, route })
    }
    const language =
      request.problemLanguage ?? acceptedLanguage(request.headers['accept-language']) ?? 'en'
    const problem = problemOf(failure, language, request.id)
    if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
    const { retryAfterSeconds } = failure.details
    if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
    if (wantsPage(request)) {
      const { status, title, detail: text } = problem
      return sendPage(reply, formPage({ language, status, title, text }))
    }
    return reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem))
  })
  return server
}

/**
 * Closes connections without a request on shutdown. Browsers open such connections ahead of need,
 * and they would delay the close.
 */
function closeIdleConnections(server: FastifyInstance): void {
  const unused = new Set<Socket>()
  server.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.server.on('request', ({ socket }) => unused.delete(socket))
  server.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy()
  })
}

/** The id also appears in our log. */
export const nameRequest = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.header('x-request-id', request.id)

declare module 'fastify' {
  interface FastifyRequest {
    /** The account's language, once known, for errors of requests without Accept-Language. */
    problemLanguage?: 'en' | 'es'
  }
  interface FastifyContextConfig {
    isPage?: boolean
  }
}

const frameworkCodes: Record<string, 'malformed' | 'body_too_large' | 'unsupported_media_type'> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
}

/**
 * Converts any error to a Failure: the framework's errors get our codes, and bugs are `internal`.
 */
function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (isStorageFull(error)) return new Failure('disk_full', {}, { cause: error })
  const { code, statusCode } = error as { code?: string; statusCode?: number } // fastify's errors
  const known = frameworkCodes[code ?? '']
  if (known) return new Failure(known, {}, { cause: error })
  if (statusCode !== undefined && statusCode < 500)
    return new Failure('malformed', {}, { cause: error })
  return new Failure('internal', {}, { cause: error })
}

/**
 * Registers pages in their own scope: some mailbox providers post a one-click unsubscribe as
 * multipart (RFC 8058, 3.2).
 */
export async function servePages(server: FastifyInstance, pages: readonly Page[]): Promise<void> {
  await server.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', (_, payload, done) => {
      payload
        .resume()
        .once('end', () => done(null, undefined))
        .once('error', done)
    })
    for (const page of pages) servePage(scope, page)
  })
}

/** Most pages are requested without a query, a thousand times a second. */
function queryOf(url: string): Record<string, string> {
  const index = url.indexOf('?')
  return index === -1 ? {} : Object.fromEntries(new URLSearchParams(url.slice(index + 1)))
}

/** A browser that asks for a page gets a page, even for an error. */
const wantsPage = ({ routeOptions, headers }: FastifyRequest): boolean =>
  routeOptions.config.isPage === true && headers.accept?.includes('text/html') === true

const sendPage = (reply: FastifyReply, { status, headers = {}, body = '' }: PageAnswer) =>
  reply.code(status).headers(headers).send(body)

function servePage(server: FastifyInstance, page: Page): void {
  server.route({
    method: page.method === 'GET' ? ['GET', 'HEAD'] : 'POST',
    url: page.path,
    config: { isPage: true },
    handler(request, reply) {
      const accepted = acceptedLanguage(request.headers['accept-language'])
      const answer = page.handle({
        isHead: request.method === 'HEAD',
        params: request.params as Record<string, string>, // the router's: one text per token
        query: queryOf(request.url),
        form: request.body instanceof Form ? request.body.fields : {},
        headers: request.headers as Record<string, string | undefined>, // only single-valued headers are read
        language: accepted ?? 'en',
        acceptedLanguage: accepted,
        // Few pages need it, and creating a getter would take longer than everything else here.
        ip: () => request.ip,
      })
      if (answer instanceof Promise) return answer.then((ready) => sendPage(reply, ready))
      sendPage(reply, answer)
    },
  })
}
