import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Body } from '../../contract/endpoint.ts'
import { Failure } from '../../core/failure.ts'

/** Ten million contacts; what is longer is no list of people. */
export const largestFile = 512 * 1024 * 1024

export const fileTooLarge = (): Failure =>
  new Failure('body_too_large', { values: { limit: largestFile } })

/**
 * A route whose body is a file: in a scope of its own, where nothing but the declared types is taken,
 * and the bytes are left to the handler. What says that it is too large does not come in.
 */
export function serveFile(
  server: FastifyInstance,
  route: RouteOptions,
  { types }: Extract<Body, { kind: 'file' }>,
): void {
  server.register((scope, _, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([...types], ({ headers }, bytes, take) => {
      const isTooLarge = Number(headers['content-length'] ?? 0) > largestFile
      take(isTooLarge ? fileTooLarge() : null, bytes)
    })
    scope.route(route)
    done()
  })
}
