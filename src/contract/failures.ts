import type { FailureCode } from '../core/failure.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Whether a request may have an `Idempotency-Key`: requests of an account that do not return a
 * secret.
 */
export const takesKey = ({ method, access, effect, secret }: Endpoint): boolean =>
  (method === 'POST' || method === 'PUT') &&
  access !== 'public' &&
  effect !== 'read' &&
  secret !== true

/** Returns all failure codes of an endpoint: its own and those of its access, body and method. */
export function failuresOf(endpoint: Endpoint): FailureCode[] {
  const { access, scope, body, query, failures } = endpoint
  const codes: FailureCode[] = ['rate_limited', 'internal', 'unavailable', ...failures]
  if (endpoint.expensive && endpoint.effect === 'read') codes.push('read_too_slow')
  if (access !== 'public') {
    codes.push('unauthorized', 'token_expired', 'token_revoked', 'suspended')
    if (scope !== 'session') codes.push('key_unknown', 'key_expired', 'key_revoked')
  }
  if (access !== 'public' && scope !== 'any') {
    codes.push(scope === 'session' ? 'session_needed' : 'scope_missing')
  }
  if (access === 'Admin' || access === 'Reseller') codes.push('forbidden')
  if (body.kind !== 'none') codes.push('body_too_large', 'unsupported_media_type')
  if (body.kind === 'json' || body.kind === 'rows') codes.push('malformed', 'invalid')
  if (Object.keys(query.shape).length > 0) codes.push('invalid')
  if (takesKey(endpoint))
    codes.push('idempotency_in_flight', 'idempotency_mismatch', 'answer_too_large')
  return [...new Set(codes)].sort()
}
