import type { Clock } from '../../../core/clock.ts'
import type { Condition } from '../../database/condition.ts'
import type { Executor } from '../../database/dialect.ts'
import { segmentFilter } from '../../segments/segment-filter.ts'
import type { Campaign } from '../store.ts'
import { isBoth, isUnreachedBy } from './audience-store.ts'

/** The columns that narrow a campaign's lists: a segment, or the contacts an earlier campaign missed. */
export type FilterColumns = Pick<Campaign, 'account_id' | 'segment_id' | 'resend_of' | 'resend_to'>

/**
 * Returns the condition that narrows a campaign's lists, or undefined when nothing does. Throws
 * `invalid` when the segment is gone or refers to something that is gone.
 */
export async function audienceFilter(
  db: Executor,
  clock: Clock,
  { account_id: accountId, segment_id: segmentId, resend_of, resend_to }: FilterColumns,
): Promise<Condition | undefined> {
  const unreached = resend_of === null ? undefined : isUnreachedBy(resend_of, resend_to)
  if (segmentId === null) return unreached
  const segment = await segmentFilter(clock)(db, { accountId, segmentId })
  return unreached ? isBoth(segment, unreached) : segment
}
