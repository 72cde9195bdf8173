import type { Endpoint, Scope } from '../../contract/endpoint.ts'
import { missingScope, type Scopes } from '../../contract/scopes.ts'
import { Failure } from '../../core/failure.ts'
import type { Principal } from '../handler.ts'

/**
 * Throws scope_missing, or session_needed, unless the scopes allow a request. Without the input a
 * request passes that could still turn out to save only.
 */
export function requireScope(scopes: Scopes, endpoint: Endpoint, input?: object): void {
  const scope = missingScope(scopes, endpoint, input)
  if (scope === undefined) return
  if (scope === 'session') throw new Failure('session_needed')
  throw new Failure('scope_missing', { values: { scope } })
}

/** Throws scope_missing for a change that needs more than the scope of its route. */
export function requireMore({ scopes }: Pick<Principal, 'scopes'>, scope: Scope): void {
  if (scopes !== null && !scopes.has(scope))
    throw new Failure('scope_missing', { values: { scope } })
}
