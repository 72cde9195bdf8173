import type { Clock } from '../../core/clock.ts'
import { Failure, refuse } from '../../core/failure.ts'
import { checkConditions } from '../conditions/check.ts'
import { compileForAll, compileTest, type JoinedCondition } from '../conditions/compile-store.ts'
import type { SegmentFilter } from '../contacts/segment-filter.ts'
import type { Condition } from '../database/condition.ts'
import type { Executor } from '../database/dialect.ts'
import { isOnList } from './contacts-store.ts'
import { findSegment, type Segment } from './store.ts'

/** Resolves segments for other modules. */
export const segmentFilter =
  (clock: Clock): SegmentFilter =>
  async (db, segmentRef) => {
    if ('conditions' in segmentRef) {
      const { accountId, listId, conditions } = segmentRef
      if (!isJson(conditions)) refuse([{ field: 'conditions', code: 'bad_json' }])
      return conditionOf(db, { account_id: accountId, list_id: listId, conditions }, clock.now())
    }
    const segment = await findSegment(db, segmentRef)
    if (!segment) {
      throw new Failure('invalid', { problems: [{ field: 'segment_id', code: 'unknown_id' }] })
    }
    return conditionOf(db, segment, clock.now())
  }

type SegmentConditions = Pick<Segment, 'account_id' | 'list_id' | 'conditions'>

/**
 * Compiles the rules each time: the fields and lists they refer to may have changed since they were
 * saved.
 */
export async function conditionOf(
  db: Executor,
  segment: SegmentConditions,
  now: number,
): Promise<Condition> {
  return (await compiledSegment(db, segment, now)).forEach
}

/** Compiles the rules for looking up some contacts, and for testing all contacts of a list. */
export async function compiledSegment(
  db: Executor,
  { account_id, list_id, conditions }: SegmentConditions,
  now: number,
): Promise<{ forEach: Condition; forAll: JoinedCondition }> {
  const test = await checkConditions(db, scopeOf({ account_id, list_id }), JSON.parse(conditions))
  const context = { db, now }
  const { joins, condition } = compileForAll(context, test)
  return {
    forEach: isOnList(list_id, compileTest(context, test)),
    forAll: { joins, condition: isOnList(list_id, condition) },
  }
}

export const scopeOf = ({ account_id, list_id }: Pick<Segment, 'account_id' | 'list_id'>) => ({
  accountId: account_id,
  listId: list_id,
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
