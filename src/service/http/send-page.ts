import type { Readable } from 'node:stream'
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

/** Sends an image as its bytes arrive. Its length is in the headers of the answer. */
export const sendStream = (
  reply: FastifyReply,
  { status, headers = {}, stream }: PageAnswer & { stream: Readable },
): FastifyReply =>
  reply
    .code(status)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store')
    .headers(headers)
    .send(stream)

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
