import { type Endpoint, type Role, roles } from './endpoint.ts'
import { type Contract, contract, endpoints } from './index.ts'

/** How an account stands to the one that calls. Any other is 404 to it. */
export type Relation = 'self' | 'below'

/** Over whom a verb has power, beside what the role allows. One that is missing names no account. */
export const reach = {
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

export type AccountVerb = keyof typeof reach

/** What only the person may do, and nobody in their name. */
const inPerson: readonly Endpoint[] = [
  contract.users.updateMe,
  contract.users.impersonate,
  contract.users.revokeSessions,
]

/** Whether a role may call an endpoint, itself or in somebody's name. Roles are listed from the most powerful on. */
export const mayCall = (role: Role, endpoint: Endpoint, { isActing = false } = {}): boolean =>
  endpoint.access === 'public' ||
  (roles.indexOf(role) <= roles.indexOf(endpoint.access) &&
    !(isActing && inPerson.includes(endpoint)))

/** The row of the matrix: the endpoints that the role may call, as `campaigns.send`. */
export const permissionsOf = (role: Role): string[] =>
  endpoints.filter(({ endpoint }) => mayCall(role, endpoint)).map(({ id }) => id)
