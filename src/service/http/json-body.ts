import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../core/failure.ts'
import { scanJson } from './json-scan.ts'

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
    const { names, problem } = scanJson(bytes)
    if (problem === 'too_many') return done(new Failure('body_too_large'))
    if (problem !== undefined || !isUtf8(bytes)) return done(new Failure('malformed'))
    parse(request, bytes.toString(), (error, value) =>
      done(error ?? (countNames(value) === names ? null : new Failure('malformed')), value),
    )
  })
}

/** Counts the names of all objects, duplicates once. The depth has been checked. */
function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inside = Object.values(value)
  let count = Array.isArray(value) ? 0 : inside.length
  for (const each of inside) count += countNames(each)
  return count
}
