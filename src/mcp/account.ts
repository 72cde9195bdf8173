import type { Client } from '../client/client.ts'
import { contract } from '../contract/index.ts'
import { mcpPermissions } from '../contract/shapes/user.ts'
import { Failure } from '../core/failure.ts'
import type { Permission } from './tool-specs.ts'

/** The account of an assistant, and its permissions. */
export interface Account {
  id?: number
  username?: string
  /** The permissions granted by the account; undefined if the server has no such setting. */
  granted?: readonly Permission[]
  /** The effective permissions: never more than those granted. */
  permissions: readonly Permission[]
}

/** The default: an assistant prepares, and people act. */
const defaultPermissions: readonly Permission[] = ['read', 'draft']

/** Reads the account. Called for each request, so that a revoked permission takes effect immediately. */
export async function readAccount(
  client: Client,
  allowed?: readonly Permission[],
): Promise<Account> {
  try {
    const { data } = await client.call(contract.users.me, {})
    return accountOf(data, allowed)
  } catch (error) {
    const lacksRoute = error instanceof Failure && /^not_(offered|found)$/.test(error.code)
    if (!lacksRoute) throw error
    return accountOf({}, allowed)
  }
}

/** Reads the answer of any server. `allowed` limits the permissions: the user who started it chose them. */
export function accountOf(answer: object, allowed?: readonly Permission[]): Account {
  const { id, username, mcp_permissions: listed } = answer as Record<string, unknown>
  const granted = Array.isArray(listed)
    ? mcpPermissions.filter((each) => listed.includes(each))
    : undefined
  return {
    ...(typeof id === 'number' && { id }),
    ...(typeof username === 'string' && { username }),
    ...(granted && { granted }),
    permissions: granted
      ? granted.filter((each) => allowed?.includes(each) ?? true)
      : (allowed ?? defaultPermissions),
  }
}
