import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { applyLimit } from './guard.ts'
import type { Limits } from './limits/limits.ts'
import type { createServer } from './server.ts'

/** A POST from another service, with its raw bytes, because they are what is signed. */
export interface RawPost {
  /** With `:tokens`. */
  path: string
  /** Called before the body is read. If it returns false, the answer is not_found. */
  accepts(params: Readonly<Record<string, string>>): boolean
  handle(request: RawRequest): Promise<{ status: number }>
}

export interface RawRequest {
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

/** The largest batch of a relay is below 1 MB. An event may contain the head of a message. */
const maxBodyBytes = 4 * 1024 * 1024

/**
 * Registers the routes in their own scope, which treats any content type as bytes. Only refused
 * requests are limited by network, since a relay may post many events from one address.
 */
export async function serveRawPosts(
  server: ReturnType<typeof createServer>,
  posts: readonly RawPost[],
  { limits, clock }: { limits: Limits; clock: Clock },
): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, bytes, done) => done(null, bytes))
    for (const { path, accepts, handle } of posts) {
      scope.route({
        method: 'POST',
        url: path,
        bodyLimit: maxBodyBytes,
        async onRequest(request, reply) {
          const params = request.params as Record<string, string> // the router's: one text per token
          if (accepts(params)) return
          await applyLimit(limits.ofPage(request.ip), clock, reply)
          throw new Failure('not_found')
        },
        async handler({ headers, body }, reply) {
          const { status } = await handle({
            headers: headers as Record<string, string | undefined>, // only single-valued headers are read
            body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          })
          return reply.code(status).send()
        },
      })
    }
  })
}
