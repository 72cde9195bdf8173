import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageAnswer } from './page.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the address is unknown and not one of the API. Some API clients accept `text/html`. */
    isUnknownPage?: boolean
  }
  interface FastifyContextConfig {
    isPage?: boolean
  }
}

/** A browser that asks for a page gets a page, even for an error or an unknown address. */
export const wantsPage = ({ routeOptions, headers, isUnknownPage }: FastifyRequest): boolean =>
  (routeOptions.config.isPage === true || isUnknownPage === true) &&
  headers.accept?.includes('text/html') === true

/** The headers of the page itself replace the defaults. */
export const sendPage = (
  reply: FastifyReply,
  { status, headers = {}, body = '' }: PageAnswer,
): FastifyReply =>
  reply
    .code(status)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .headers(headers)
    .send(body)

const visitHeaders = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }

/**
 * Sends the answer to a visit without the framework's hooks and serialisers, of which it needs none. A
 * text as the body goes into one write with the head. A buffer would be a second chunk.
 */
export function sendVisit(
  reply: FastifyReply,
  { status, headers = {}, body = '', stream }: PageAnswer,
): FastifyReply {
  if (stream)
    return reply
      .code(status)
      .headers({ ...visitHeaders, ...headers })
      .send(stream)
  const text = typeof body === 'string' ? body : body.toString('latin1')
  const encoding = typeof body === 'string' ? 'utf8' : 'latin1'
  const length = String(Buffer.byteLength(text, encoding))
  reply.hijack()
  reply.raw.writeHead(status, { ...visitHeaders, 'content-length': length, ...headers })
  reply.raw.end(text, encoding)
  return reply
}
