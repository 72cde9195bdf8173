import { sql } from 'kysely'
import type { AutomationDefinition } from '../../contract/shapes/flows/automation.ts'
import { Failure } from '../../core/failure.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'

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

export interface VersionKey {
  /** Of the automation. */
  id: number
  version: number
}

/** A definition may have hundreds of KB. */
const definitionsAtOnce = 100

/** Returns the definitions of these versions, in no particular order. */
export async function* selectDefinitions(
  db: Executor,
  versions: readonly VersionKey[],
): AsyncGenerator<VersionKey & { definition: AutomationDefinition }> {
  for (let from = 0; from < versions.length; from += definitionsAtOnce) {
    const rows = versions
      .slice(from, from + definitionsAtOnce)
      .map(({ id, version }) => ({ automation: id, nth: version }))
    const source = dialectOf(db).records(rows, { automation: 'int', nth: 'int' })
    const { rows: found } = await sql<{ id: number; version: number; definition: string }>`
      select v.automation_id as id, v.version, v.definition from ${source} as r
      join automation_versions v on v.automation_id = r.automation and v.version = r.nth
    `.execute(db)
    for (const { definition, ...key } of found) {
      yield { ...key, definition: JSON.parse(definition) }
    }
  }
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
