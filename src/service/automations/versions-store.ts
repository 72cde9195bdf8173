import type { AutomationDefinition } from '../../contract/shapes/automation.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'

/**
 * Returns undefined if there is no such version. The caller has checked the owner of the
 * automation.
 */
export async function selectDefinition(
  db: Executor,
  automationId: number,
  version: number,
): Promise<AutomationDefinition | undefined> {
  const found = await db
    .selectFrom('automation_versions')
    .select('definition')
    .where('automation_id', '=', automationId)
    .where('version', '=', version)
    .executeTakeFirst()
  return found && JSON.parse(found.definition)
}

/** Throws not_found if there is no such version. */
export async function requireDefinition(
  db: Executor,
  automationId: number,
  version: number,
): Promise<AutomationDefinition> {
  const definition = await selectDefinition(db, automationId, version)
  if (!definition) throw new Failure('not_found')
  return definition
}

interface NewVersion {
  automationId: number
  version: number
  definition: AutomationDefinition
  now: number
}

export const insertVersion = (
  tx: Executor,
  { automationId, version, definition, now }: NewVersion,
) =>
  tx
    .insertInto('automation_versions')
    .values({
      automation_id: automationId,
      version,
      definition: JSON.stringify(definition),
      created_at: now,
    })
    .execute()
