import { checkConditions } from '../../../conditions/check.ts'
import { compileTest } from '../../../conditions/compile-store.ts'
import { segmentFilter } from '../../../segments/segment-filter.ts'
import type { StepContext } from './outcome.ts'
import { type Run, selectMatching } from './runs-store.ts'

const contactsOf = (runs: readonly Run[]): number[] => [
  ...new Set(runs.map(({ contact_id }) => contact_id)),
]

/**
 * Returns the contacts of these runs that match the conditions. Throws `invalid` if they refer to a
 * field or a list that no longer exists: such a condition must not decide a branch.
 */
export async function selectMatchingContacts(
  { tx, automation, now }: StepContext,
  conditions: unknown,
  runs: readonly Run[],
): Promise<ReadonlySet<number>> {
  const scope = { accountId: automation.accountId, listId: null }
  const test = await checkConditions(tx, scope, conditions)
  return selectMatching(tx, contactsOf(runs), compileTest({ db: tx, now }, test))
}

/** Returns the contacts in a segment. Throws `invalid` if it no longer exists. */
export async function selectContactsInSegment(
  { tx, service, automation }: StepContext,
  segmentId: number,
  runs: readonly Run[],
): Promise<ReadonlySet<number>> {
  const { accountId } = automation
  const condition = await segmentFilter(service.clock)(tx, { accountId, segmentId })
  return selectMatching(tx, contactsOf(runs), condition)
}
