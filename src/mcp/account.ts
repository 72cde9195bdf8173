import type { Client } from '../client/client.ts'
import { contract } from '../contract/index.ts'
import type { Scopes } from '../contract/scopes.ts'
import { mcpPermissions } from '../contract/shapes/user.ts'
import { Failure } from '../core/failure.ts'
import { coversTool } from './scopes.ts'
import { type Permission, toolSpecs } from './tool-specs.ts'

/** The account of an assistant, and its permissions. */
export interface Account {
  id?: number
  username?: string
  /** Its mail goes to its own inbox. */
  isSandbox?: true
  /** The permissions granted by the account; undefined if the server has no such setting. */
  granted?: readonly Permission[]
  /** The effective permissions: never more than those granted. */
  permissions: readonly Permission[]
  /** The scopes of an API key; null for a token that may do what the account may. */
  scopes: Scopes
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
  const {
    id,
    username,
    mcp_permissions: listed,
    scopes: named,
    sandbox,
  } = answer as Record<string, unknown>
  const scopes = scopesIn(named)
  const granted = scopes
    ? permissionsOf(scopes)
    : Array.isArray(listed)
      ? mcpPermissions.filter((each) => listed.includes(each))
      : undefined
  return {
    ...(typeof id === 'number' && { id }),
    ...(typeof username === 'string' && { username }),
    ...(sandbox === true && { isSandbox: true }),
    ...(granted && { granted }),
    permissions: granted
      ? granted.filter((each) => allowed?.includes(each) ?? true)
      : (allowed ?? defaultPermissions),
    scopes,
  }
}

/** The permissions and scopes of an account, to compare. */
export const permissionsText = ({ permissions, scopes }: Account): string =>
  [...permissions, '', ...(scopes ?? [])].join(' ')

/** Reads the scopes of our own service. Other servers may mean something else by the word. */
function scopesIn(listed: unknown): Scopes {
  const isOurs =
    Array.isArray(listed) && listed.every((each) => /^[a-z]+:(read|write|delete|send)$/.test(each))
  return isOurs ? new Set(listed) : null
}

/** A key was made for what its scopes say, so they decide, and not the setting of the account. */
const permissionsOf = (scopes: Scopes): Permission[] =>
  mcpPermissions.filter((permission) =>
    toolSpecs.some((tool) => tool.permission === permission && coversTool(scopes, tool)),
  )
