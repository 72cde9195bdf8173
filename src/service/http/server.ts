import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import { isStorageFull } from '../database/dialect.ts'
import type { Log } from '../log.ts'
import { formPage } from './form-page.ts'
import { Form } from './input.ts'
import { takeJson } from './json-body.ts'
import { acceptedLanguage } from './language.ts'
import type { Page, PageAnswer } from './page.ts'
import { problemOf } from './problem.ts'

/** 5,000 contacts with a dozen fields, or the largest campaign with its attachments. */
const largestBody = 16 * 1024 * 1024

export interface ServerSettings {
  /** Hops in front of us whose `X-Forwarded-For` is believed. */
  trustedProxies: number
  log: Log
}

/** The web framework with our manners: errors as problems, forms, request ids. No routes yet. */
export function createServer({ trustedProxies, log }: ServerSettings): FastifyInstance {
  const server = fastify({
    bodyLimit: largestBody,
    trustProxy: (_, hop) => hop < trustedProxies,
    genReqId: () => newUuid(),
    routerOptions: { maxParamLength: 400 },
  })
  takeJson(server)
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_, text, done) => done(null, new Form(String(text))),
  )
  closeUnused(server)
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
    if (isForPeople(request)) {
      const { status, title, detail: text } = problem
      return sendPage(reply, formPage({ language, status, title, text }))
    }
    return reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem))
  })
  return server
}

/** A connection that was only opened, as browsers do ahead of need, would keep a close waiting for it. */
function closeUnused(server: FastifyInstance): void {
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

/** By this name it stands in our log. */
export const nameRequest = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.header('x-request-id', request.id)

declare module 'fastify' {
  interface FastifyRequest {
    /** The account's language, once it is known, for errors of requests that name none. */
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

/** Whatever was thrown, as a Failure: the framework's own refusals get our codes, bugs are `internal`. */
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

/** In a scope of their own: some mailboxes post their one click as multipart (RFC 8058, 3.2). */
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

/** Most pages are asked without one, a thousand times a second. */
function queryOf(url: string): Record<string, string> {
  const at = url.indexOf('?')
  return at === -1 ? {} : Object.fromEntries(new URLSearchParams(url.slice(at + 1)))
}

/** A browser that asked for a page gets one, also where it is refused. */
const isForPeople = ({ routeOptions, headers }: FastifyRequest): boolean =>
  routeOptions.config.isPage === true && headers.accept?.includes('text/html') === true

const sendPage = (reply: FastifyReply, { status, headers = {}, body = '' }: PageAnswer) =>
  reply.code(status).headers(headers).send(body)

function servePage(server: FastifyInstance, page: Page): void {
  server.route({
    method: page.method === 'GET' ? ['GET', 'HEAD'] : 'POST',
    url: page.path,
    config: { isPage: true },
    handler(request, reply) {
      const asked = acceptedLanguage(request.headers['accept-language'])
      const answer = page.handle({
        isHead: request.method === 'HEAD',
        params: request.params as Record<string, string>, // the router's: one text a token
        query: queryOf(request.url),
        form: request.body instanceof Form ? request.body.fields : {},
        headers: request.headers as Record<string, string | undefined>, // single-valued ones are read
        language: asked ?? 'en',
        asked,
        // Few ask, and a getter would take longer to make than all the rest.
        ip: () => request.ip,
      })
      if (answer instanceof Promise) return answer.then((ready) => sendPage(reply, ready))
      sendPage(reply, answer)
    },
  })
}
