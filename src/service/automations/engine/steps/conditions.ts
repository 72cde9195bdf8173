import type { AutomationNode } from '../../../../contract/shapes/flows/automation-node.ts'
import { checkConditions } from '../../../conditions/check.ts'
import { compileTest } from '../../../conditions/compile-store.ts'
import { segmentFilter } from '../../../segments/segment-filter.ts'
import { selectByEvent, selectOccurred } from './event-conditions.ts'
import type { ActiveRun, StepContext } from './outcome.ts'
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

type ConditionConfig = Extract<AutomationNode, { type: 'condition' }>['config']

/** Returns the runs for which all parts of a condition are true. */
export async function selectPassing(
  context: StepContext,
  { conditions, event, did, did_not }: ConditionConfig,
  runs: readonly ActiveRun[],
): Promise<ReadonlySet<number>> {
  let passing = runs
  const keep = (isKept: (run: ActiveRun) => boolean) => {
    passing = passing.filter(isKept)
  }
  if (conditions) {
    const contacts = await selectMatchingContacts(context, conditions, passing)
    keep(({ contact_id }) => contacts.has(contact_id))
  }
  if (event) {
    const matching = await selectByEvent(context, event, passing)
    keep(({ id }) => matching.has(id))
  }
  if (did) {
    const occurred = await selectOccurred(context, did, passing)
    keep(({ id }) => occurred.has(id))
  }
  if (did_not) {
    const occurred = await selectOccurred(context, did_not, passing)
    keep(({ id }) => !occurred.has(id))
  }
  return new Set(passing.map(({ id }) => id))
}
