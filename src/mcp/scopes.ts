import { missingScope, type Scopes } from '../contract/scopes.ts'
import type { ToolAction, ToolSpec } from './tool-specs.ts'

/** Returns the scope that an action lacks. */
export const missingForAction = (scopes: Scopes, { endpoint, fixed = {} }: ToolAction) =>
  missingScope(scopes, endpoint, fixed)

/** Whether a tool has an action that the scopes allow. */
export const coversTool = (scopes: Scopes, { actions }: ToolSpec): boolean =>
  actions.some((action) => missingForAction(scopes, action) === undefined)
