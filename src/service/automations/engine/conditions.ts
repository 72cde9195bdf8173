import { checkConditions } from '../../conditions/check.ts'
import { compileTest } from '../../conditions/compile-store.ts'
import { segmentFilter } from '../../segments/segment-filter.ts'
import type { Scene } from './outcome.ts'
import { type Run, selectFulfilling } from './runs-store.ts'

const contactsOf = (runs: readonly Run[]): number[] => [
  ...new Set(runs.map(({ contact_id }) => contact_id)),
]

/**
 * The contacts of these runs for whom conditions hold. Throws `invalid` where they ask for a field or
 * a list that is not there any more: nobody is sent on by a question that cannot be asked.
 */
export async function fulfilling(
  { tx, automation, now }: Scene,
  conditions: unknown,
  runs: readonly Run[],
): Promise<ReadonlySet<number>> {
  const ground = { accountId: automation.accountId, listId: null }
  const test = await checkConditions(tx, ground, conditions)
  return selectFulfilling(tx, contactsOf(runs), compileTest({ db: tx, now }, test))
}

/** Those who are in a segment. Throws `invalid` for one that is gone. */
export async function inSegment(
  { tx, service, automation }: Scene,
  segmentId: number,
  runs: readonly Run[],
): Promise<ReadonlySet<number>> {
  const { accountId } = automation
  const condition = await segmentFilter(service.clock)(tx, { accountId, segmentId })
  return selectFulfilling(tx, contactsOf(runs), condition)
}
