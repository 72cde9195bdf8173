import type { Condition } from '../database/condition.ts'
import type { Executor } from '../database/dialect.ts'

/**
 * Returns a segment as a condition over `contacts`. The caller adds the conditions on account and
 * list. Throws `invalid` if the segment is not the account's, or if a rule refers to something that
 * was deleted.
 */
export type SegmentFilter = (
  db: Executor,
  segment: { accountId: number; segmentId: number },
) => Promise<Condition>
