import { type Endpoint, type Role, roles } from './endpoint.ts'
import { type Contract, endpoints } from './index.ts'
import { missingScope, type Scopes } from './scopes.ts'

/** The relation of an account to the caller. For the caller, any other account is 404. */
export type Relation = 'self' | 'below'

/**
 * The accounts that a verb may access, in addition to the role check. A verb that is missing here
 * names no account.
 */
export const accountAccess = {
  get: ['self', 'below'],
  update: ['below'],
  delete: ['below'],
  role: ['self', 'below'],
  status: ['below'],
  subaccounts: ['self', 'below'],
  quota: ['self', 'below'],
  setQuota: ['self', 'below'],
  impersonate: ['below'],
  revokeSessions: ['self', 'below'],
} as const satisfies Partial<Record<keyof Contract['users'], readonly Relation[]>>

export type AccountVerb = keyof typeof accountAccess

/**
 * Whether a role may call an endpoint, itself or by impersonation. Roles are ordered from most to
 * least powerful.
 */
export const mayCall = (role: Role, endpoint: Endpoint, { isActing = false } = {}): boolean =>
  endpoint.access === 'public' ||
  (roles.indexOf(role) <= roles.indexOf(endpoint.access) &&
    !(isActing && endpoint.scope === 'session'))

/** Returns the endpoints that a role may call with these scopes, such as `campaigns.send`. */
export const permissionsOf = (role: Role, scopes: Scopes = null): string[] =>
  endpoints
    .filter(({ endpoint }) => mayCall(role, endpoint) && !missingScope(scopes, endpoint))
    .map(({ id }) => id)
