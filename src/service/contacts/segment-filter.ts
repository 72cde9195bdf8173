import type { Condition } from '../database/condition.ts'
import type { Executor } from '../database/dialect.ts'

/** A saved segment, or conditions of a request. */
type SegmentRef =
  | { accountId: number; segmentId: number }
  | { accountId: number; listId: number; conditions: string }

/**
 * Returns a segment as a condition over `contacts`. The caller adds the conditions on account and
 * list. Throws `invalid` if the segment is not the account's, if the conditions are not valid, or if a
 * rule refers to something that was deleted.
 */
export type SegmentFilter = (db: Executor, segment: SegmentRef) => Promise<Condition>
