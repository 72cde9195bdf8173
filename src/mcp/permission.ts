import { mcpPermissions } from '../contract/shapes/user.ts'
import type { Account } from './account.ts'
import type { McpMessages } from './messages.ts'
import { coversTool, missingForAction } from './scopes.ts'
import type { Permission, ToolSpec } from './tool-specs.ts'

/** Whether the account may use a tool, or an action of it. */
export const mayUse = ({ permissions, scopes }: Account, tool: ToolSpec): boolean =>
  permissions.includes(tool.permission) && coversTool(scopes, tool)

/** What an account needs for a tool, in words; undefined if it may use it. */
export function missingForTool(
  account: Account,
  tool: ToolSpec,
  { assistant }: McpMessages,
): string | undefined {
  if (mayUse(account, tool)) return undefined
  const [action] = tool.actions
  const scope = action && missingForAction(account.scopes, action)
  return scope ?? assistant.permissionOf(tool.permission)
}

/** The sentence that refuses a tool, with what the account needs for it. */
export function refusalFor(account: Account, tool: ToolSpec, messages: McpMessages): string {
  const [action] = tool.actions
  const scope = action && missingForAction(account.scopes, action)
  return scope === undefined
    ? permissionSentence(account, tool.permission, messages)
    : scopeSentence(scope, messages)
}

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

/** A sentence with the scope that a key or a connected assistant lacks, and how the user gives it. */
export const scopeSentence = (scope: string, { assistant }: McpMessages): string =>
  assistant.scopeMissing(scope, `remite auth keys create --name NAME --scope ${scope}`)
