import { Failure } from '../../core/failure.ts'
import type { createServer } from './server.ts'

/** A POST of another service's, as it came: what is signed is its bytes. */
export interface RawPost {
  /** With `:tokens`. */
  path: string
  /** Looked at before the body is read; whoever it does not let in finds nothing here. */
  admits(params: Readonly<Record<string, string>>): boolean
  handle(request: RawRequest): Promise<{ status: number }>
}

export interface RawRequest {
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

/** A relay's largest batch of events is below 1 MB; one of them may hold the head of a message. */
const largestBody = 4 * 1024 * 1024

/** In a scope of their own: whatever type they say they are, they are bytes. */
export async function serveRawPosts(
  server: ReturnType<typeof createServer>,
  posts: readonly RawPost[],
): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, bytes, done) => done(null, bytes))
    for (const { path, admits, handle } of posts) {
      scope.route({
        method: 'POST',
        url: path,
        bodyLimit: largestBody,
        async onRequest(request) {
          const params = request.params as Record<string, string> // the router's: one text a token
          if (!admits(params)) throw new Failure('not_found')
        },
        async handler({ headers, body }, reply) {
          const { status } = await handle({
            headers: headers as Record<string, string | undefined>, // single-valued ones are read
            body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          })
          return reply.code(status).send()
        },
      })
    }
  })
}
