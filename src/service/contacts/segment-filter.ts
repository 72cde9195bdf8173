import type { Condition } from '../database/condition.ts'
import type { Executor } from '../database/dialect.ts'

/**
 * Who is in a segment, as a condition over `contacts`; the account, and the list where there is one,
 * are for the caller to ask. Throws `invalid` for a segment that is not the account's, or that asks
 * for what is not there any more.
 */
export type SegmentFilter = (
  db: Executor,
  segment: { accountId: number; segmentId: number },
) => Promise<Condition>
