import { fieldsOf } from '../../contract/field.ts'
import type { AnyCommand } from '../command/command.ts'
import { isOnce, isRecorded } from '../sending/operation-identity.ts'

/**
 * Returns the names of the global flags that do something for a verb, beyond those that every verb takes,
 * such as `yes` where it confirms.
 */
export function usedFlags(command: AnyCommand, { hasResult }: { hasResult: boolean }): string[] {
  const { endpoint, plan, handlesDryRun = false } = command
  const isChange = endpoint !== undefined && endpoint.effect !== 'read'
  const paging = endpoint ? fieldsOf(endpoint).map(({ key }) => key) : []
  const isList = endpoint?.output.kind === 'list'
  return [
    ...(plan ? ['yes', 'confirm'] : []),
    ...(isChange || handlesDryRun ? ['dry-run'] : []),
    ...(isChange ? ['idempotency-key'] : []),
    ...(endpoint && isOnce({ endpoint, request: {} }) ? ['again'] : []),
    ...(endpoint && isRecorded({ endpoint, request: {} }) ? ['settle'] : []),
    ...(hasResult ? ['output', 'json', 'fields', 'jq'] : []),
    ...(isList ? ['wide', 'all'] : []),
    ...['limit', 'cursor'].filter((key) => paging.includes(key)),
  ]
}
