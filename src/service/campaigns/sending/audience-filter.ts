import type { Clock } from '../../../core/clock.ts'
import type { Executor } from '../../database/dialect.ts'
import { segmentFilter } from '../../segments/segment-filter.ts'
import type { Campaign } from '../store.ts'
import { type AudienceFilter, isUnreachedBy } from './audience-store.ts'

/** The columns that narrow a campaign's lists: a segment, or the contacts an earlier campaign missed. */
export type FilterColumns = Pick<Campaign, 'account_id' | 'segment_id' | 'resend_of' | 'resend_to'>

/**
 * Returns the conditions that narrow a campaign's lists. Throws `invalid` when the segment is gone or
 * refers to something that is gone.
 */
export async function audienceFilter(
  db: Executor,
  clock: Clock,
  { account_id: accountId, segment_id: segmentId, resend_of, resend_to }: FilterColumns,
): Promise<AudienceFilter> {
  return {
    ...(segmentId !== null && {
      segment: await segmentFilter(clock)(db, { accountId, segmentId }),
    }),
    ...(resend_of !== null && { unreached: isUnreachedBy(resend_of, resend_to) }),
  }
}
