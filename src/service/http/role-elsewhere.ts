import type { ProcessRole } from '../../core/process-roles.ts'
import type { Service } from '../service.ts'

/** The paths of the API's processes beside the API: for assistants, and for their authorization. */
const ofApi = /^\/(?:mcp$|oauth\/|\.well-known\/(?:oauth-|openid-configuration))/

/**
 * Returns a function that names the role of a path that this process does not serve because it lacks that
 * role. The first request for one is logged, since a proxy should have sent it to another process.
 */
export function createRoleElsewhere(
  { roles, log }: Pick<Service, 'roles' | 'log'>,
  prefix: string,
): (path: string) => ProcessRole | undefined {
  const reported = new Set<ProcessRole>()
  return (path) => {
    const role = path.startsWith(prefix) || ofApi.test(path) ? 'api' : 'pages'
    if (roles.includes(role)) return undefined
    if (!reported.has(role)) log.warn('a request was for a role of other processes', { role })
    reported.add(role)
    return role
  }
}
