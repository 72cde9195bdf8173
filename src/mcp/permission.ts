import { mcpPermissions } from '../contract/shapes/user.ts'
import type { Account } from './account.ts'
import type { McpMessages } from './messages.ts'
import type { Permission } from './tool-specs.ts'

/** A sentence with the missing permission and the command that grants it. */
export function permissionSentence(
  { granted, permissions }: Account,
  needed: Permission,
  { assistant }: McpMessages,
): string {
  const wanted = mcpPermissions.filter((each) => permissions.includes(each) || each === needed)
  const isGranted = granted?.includes(needed) ?? true
  const command = isGranted
    ? ['remite mcp', ...wanted.map((each) => `--allow ${each}`)]
    : ['remite users me update', ...wanted.map((each) => `--mcp-permission ${each}`)]
  return assistant.notPermitted[needed](command.join(' '))
}
