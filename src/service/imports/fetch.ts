import type { Readable } from 'node:stream'
import { Failure, type Values } from '../../core/failure.ts'
import { createOutbound } from '../outbound.ts'
import type { Service } from '../service.ts'

/**
 * Fetches a file from a user-supplied URL and passes it to `consume`. Throws `invalid` if there is
 * none, and whatever `consume` throws.
 */
export async function fetchFile<T>(
  { resolver, clock, settings }: Service,
  url: string,
  consume: (file: Readable) => Promise<T>,
): Promise<T> {
  const outbound = createOutbound({
    resolver,
    clock,
    allowsPrivate: settings.allowsPrivateWebhooks,
  })
  try {
    const reply = await outbound.get(url)
    if ('body' in reply) return await consume(reply.body).catch(asUrlProblem)
    if ('fault' in reply && reply.fault === 'not_public') throw wrong('not_public')
    const reason = 'fault' in reply ? reply.fault : `HTTP ${reply.status}`
    throw wrong('not_fetched', { reason })
  } finally {
    await outbound.close()
  }
}

/**
 * Reports an interrupted transfer as a problem of the URL. For a direct upload it would be one of
 * the request.
 */
function asUrlProblem(error: unknown): never {
  const isCut = error instanceof Failure && error.code === 'malformed'
  throw isCut ? wrong('not_fetched', { reason: 'broken_off' }) : error
}

const wrong = (code: 'not_public' | 'not_fetched', values: Values = {}) =>
  new Failure('invalid', { problems: [{ field: 'url', code, values }] })
