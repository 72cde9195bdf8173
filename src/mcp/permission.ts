import { mcpPermissions } from '../contract/shapes/user.ts'
import type { Account } from './account.ts'
import type { Permission } from './surface.ts'
import type { Words } from './words.ts'

/** Why something is not permitted, and the command that permits it. */
export function permissionSentence(
  { granted, permissions }: Account,
  needed: Permission,
  { own }: Words,
): string {
  const wanted = mcpPermissions.filter((each) => permissions.includes(each) || each === needed)
  const isGranted = granted?.includes(needed) ?? true
  const command = isGranted
    ? ['remite mcp', ...wanted.map((each) => `--allow ${each}`)]
    : ['remite users me update', ...wanted.map((each) => `--mcp-permission ${each}`)]
  return own.notPermitted[needed](command.join(' '))
}
