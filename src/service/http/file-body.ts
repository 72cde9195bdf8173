import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Body } from '../../contract/endpoint.ts'
import { Failure } from '../../core/failure.ts'

/** Enough for ten million contacts. */
export const maxFileBytes = 512 * 1024 * 1024

export const fileTooLarge = (): Failure =>
  new Failure('body_too_large', { values: { limit: maxFileBytes } })

/** Reports a client that disconnects as `malformed`, not as an internal error. */
export async function* untilLost(file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* file
  } catch (cause) {
    throw new Failure('malformed', {}, { cause })
  }
}

/**
 * Serves a route whose body is a file, in its own scope: it accepts only the declared types, and
 * leaves the bytes to the handler. A declared length over the limit is refused.
 */
export function serveFile(
  server: FastifyInstance,
  route: RouteOptions,
  { types }: Extract<Body, { kind: 'file' }>,
): void {
  server.register((scope, _, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([...types], ({ headers }, bytes, take) => {
      const isTooLarge = Number(headers['content-length'] ?? 0) > maxFileBytes
      take(isTooLarge ? fileTooLarge() : null, bytes)
    })
    scope.route(route)
    done()
  })
}
