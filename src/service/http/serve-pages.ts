import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '../../core/clock.ts'
import { applyLimit } from './guard.ts'
import { Form } from './input.ts'
import { acceptedLanguage } from './language.ts'
import type { Limits } from './limits/limits.ts'
import type { Page, PageAnswer } from './page.ts'
import { sendPage, sendStream } from './send-page.ts'
import { sendVisit } from './visits/send-visit.ts'

interface PageDependencies {
  limits: Limits
  clock: Clock
}

/**
 * Registers pages in their own scope: some mailbox providers post a one-click unsubscribe as
 * multipart (RFC 8058, 3.2).
 */
export async function servePages(
  server: FastifyInstance,
  pages: readonly Page[],
  dependencies: PageDependencies,
): Promise<void> {
  await server.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_, __, done) =>
      done(null, undefined),
    )
    for (const page of pages) servePage(scope, page, dependencies)
  })
}

/** Most pages are requested without a query. */
function queryOf(url: string): Record<string, string> {
  const index = url.indexOf('?')
  return index === -1 ? {} : Object.fromEntries(new URLSearchParams(url.slice(index + 1)))
}

/**
 * Sends the answer to a visit without the framework's hooks and serialisers, of which only a stream needs
 * them.
 */
function sendOwn(reply: FastifyReply, answer: PageAnswer): FastifyReply {
  if (answer.stream) return sendStream(reply, { ...answer, stream: answer.stream })
  reply.hijack()
  sendVisit(reply.raw, answer)
  return reply
}

function servePage(server: FastifyInstance, page: Page, { limits, clock }: PageDependencies): void {
  const send = page.isVisit ? sendOwn : sendPage
  server.route({
    method: page.method === 'GET' ? ['GET', 'HEAD'] : 'POST',
    url: page.path,
    config: { isPage: true },
    // Before the body is read.
    ...(!page.isVisit &&
      !page.isLocal && {
        onRequest: (request, reply) => applyLimit(limits.ofPage(request.ip), clock, reply),
      }),
    handler(request, reply) {
      const accepted = acceptedLanguage(request.headers['accept-language'])
      const answer = page.handle({
        isHead: request.method === 'HEAD',
        isOverLimit: page.isVisit === true && !limits.countVisit(request.ip),
        params: request.params as Record<string, string>, // the router's: one text per token
        query: queryOf(request.url),
        form: request.body instanceof Form ? request.body.fields : {},
        headers: request.headers as Record<string, string | undefined>, // only single-valued headers are read
        language: accepted ?? 'en',
        acceptedLanguage: accepted,
        // Few pages need it, and creating a getter would take longer than everything else here.
        ip: () => request.ip,
      })
      if (answer instanceof Promise) return answer.then((ready) => send(reply, ready))
      send(reply, answer)
    },
  })
}
