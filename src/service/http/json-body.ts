import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../core/failure.ts'
import { yieldTurn } from '../../core/yield.ts'
import { scanJson } from './json-scan.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The text of the body, if `JSON.stringify` would write the same. */
    exactBody?: Uint8Array | undefined
  }
}

/**
 * Accepts only JSON that all parsers read the same way: UTF-8, no duplicate names in an object
 * (parsers keep the first or the last), and no names that reach prototypes. Other types need their
 * own parser. The text is scanned first, because parsing takes long for very many values.
 */
export function addJsonParser(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer // guaranteed by `parseAs`
    const { names, isExact, problem } = scanJson(bytes)
    if (problem === 'too_many') return done(new Failure('body_too_large'))
    if (problem !== undefined || !isUtf8(bytes)) return done(new Failure('malformed'))
    // Only a request with a key is hashed.
    if (isExact && request.headers['idempotency-key'] !== undefined) request.exactBody = bytes
    const read = () =>
      parse(request, bytes.toString(), (error, value) => {
        const refusal = error ?? (countNames(value) === names ? null : new Failure('malformed'))
        afterTurn(bytes, () => done(refusal, value))
      })
    afterTurn(bytes, read)
  })
}

/** A body of this size is scanned in a fraction of a millisecond. */
const longBytes = 64 * 1024

/**
 * Does the next step with a body. If the body is long, other work runs first, because the database may be waiting for
 * statements.
 */
function afterTurn(bytes: Buffer, next: () => void): void {
  if (bytes.length < longBytes) next()
  else void yieldTurn().then(next)
}

/** Counts the names of all objects, duplicates once. The depth has been checked. */
function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const each of value) count += countNames(each)
    return count
  }
  // No array of the values of each contact. Parsed objects inherit no names.
  const properties = value as Record<string, unknown>
  for (const name in properties) count += 1 + countNames(properties[name])
  return count
}
