import type { Client } from '../client/client.ts'
import { contract } from '../contract/index.ts'
import { mcpPermissions } from '../contract/shapes/user.ts'
import { Failure } from '../core/failure.ts'
import type { Permission } from './surface.ts'

/** The account that an assistant works in, and what it may do there. */
export interface Account {
  id?: number
  username?: string
  /** What the account itself permits; undefined where the server has no such setting. */
  granted?: readonly Permission[]
  /** What is in force: never more than is granted. */
  permissions: readonly Permission[]
}

/** Where nobody has said what an assistant may do, it prepares, and people act. */
const unlessSaid: readonly Permission[] = ['read', 'draft']

/** Asked anew for each request, so that an owner who takes a permission back is obeyed at once. */
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

/** As a server tells it, which may be any; `allowed` is what whoever started this allows at most. */
export function accountOf(told: object, allowed?: readonly Permission[]): Account {
  const { id, username, mcp_permissions: given } = told as Record<string, unknown>
  const granted = Array.isArray(given)
    ? mcpPermissions.filter((each) => given.includes(each))
    : undefined
  return {
    ...(typeof id === 'number' && { id }),
    ...(typeof username === 'string' && { username }),
    ...(granted && { granted }),
    permissions: granted
      ? granted.filter((each) => allowed?.includes(each) ?? true)
      : (allowed ?? unlessSaid),
  }
}
