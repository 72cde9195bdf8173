import { type Endpoint, type Role, roles } from './endpoint.ts'
import { type Contract, contract, endpoints } from './index.ts'

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

/** Endpoints that are not available during impersonation. */
const inPerson: readonly Endpoint[] = [
  contract.users.updateMe,
  contract.users.impersonate,
  contract.users.revokeSessions,
]

/**
 * Whether a role may call an endpoint, itself or by impersonation. Roles are ordered from most to
 * least powerful.
 */
export const mayCall = (role: Role, endpoint: Endpoint, { isActing = false } = {}): boolean =>
  endpoint.access === 'public' ||
  (roles.indexOf(role) <= roles.indexOf(endpoint.access) &&
    !(isActing && inPerson.includes(endpoint)))

/** Returns the endpoints that the role may call, such as `campaigns.send`. */
export const permissionsOf = (role: Role): string[] =>
  endpoints.filter(({ endpoint }) => mayCall(role, endpoint)).map(({ id }) => id)
