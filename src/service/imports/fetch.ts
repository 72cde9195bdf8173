import type { Readable } from 'node:stream'
import { Failure, type Values } from '../../core/failure.ts'
import { createOutbound } from '../outbound.ts'
import type { Service } from '../service.ts'

/**
 * Fetches a file from an address that somebody chose, for as long as `take` reads it. Throws invalid
 * when there is none, and what `take` throws.
 */
export async function fetchFile<T>(
  { resolver, clock, settings }: Service,
  url: string,
  take: (file: Readable) => Promise<T>,
): Promise<T> {
  const outbound = createOutbound({
    resolver,
    clock,
    allowsPrivate: settings.allowsPrivateWebhooks,
  })
  try {
    const reply = await outbound.get(url)
    if ('body' in reply) return await take(reply.body).catch(sayWhere)
    if ('fault' in reply && reply.fault === 'not_public') throw wrong('not_public')
    const reason = 'fault' in reply ? reply.fault : `HTTP ${reply.status}`
    throw wrong('not_fetched', { reason })
  } finally {
    await outbound.close()
  }
}

/** To whoever uploads, a file that breaks off is their request's fault; here it is the address's. */
function sayWhere(error: unknown): never {
  const isCut = error instanceof Failure && error.code === 'malformed'
  throw isCut ? wrong('not_fetched', { reason: 'broken_off' }) : error
}

const wrong = (code: 'not_public' | 'not_fetched', values: Values = {}) =>
  new Failure('invalid', { problems: [{ field: 'url', code, values }] })
