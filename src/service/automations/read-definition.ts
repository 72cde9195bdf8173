import { checkDefinition, type SentDefinition } from '../../contract/automation-check.ts'
import type { AutomationDefinition } from '../../contract/shapes/flows/automation.ts'
import { Failure, refuse } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { Service } from '../service.ts'
import { referenceProblems } from './references.ts'

interface Reader {
  db: Executor
  settings: Pick<Service['settings'], 'allowsPrivateWebhooks'>
}

/** Validates a definition; throws `invalid` with all of its problems. */
export async function readDefinition(
  { db, settings }: Reader,
  accountId: number,
  sent: SentDefinition,
): Promise<AutomationDefinition> {
  const { read, problems, definition } = checkDefinition(sent)
  const surroundings = { accountId, allowsPrivate: settings.allowsPrivateWebhooks }
  refuse([...problems, ...(await referenceProblems(db, surroundings, read))])
  if (!definition) throw new Failure('invalid')
  return definition
}
