import { sql } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import type { Condition } from '../database/condition.ts'
import type { Executor } from '../database/dialect.ts'
import { segmentFilter } from '../segments/segment-filter.ts'
import type { Campaign } from './store.ts'

/** What narrows the lists of a campaign: a segment, or whom another campaign did not reach. */
export type Choice = Pick<Campaign, 'account_id' | 'segment_id' | 'resend_of' | 'resend_to'>

/** Throws `invalid` when the segment is gone, or asks for what is gone. */
export async function chosenBy(
  db: Executor,
  clock: Clock,
  { account_id: accountId, segment_id: segmentId, ...repeated }: Choice,
): Promise<Condition | undefined> {
  const unreached = isUnreached(repeated)
  if (segmentId === null) return unreached
  const segment = await segmentFilter(clock)(db, { accountId, segmentId })
  return unreached ? sql`${segment} and ${unreached}` : segment
}

function isUnreached({
  resend_of: before,
  resend_to: to,
}: Pick<Choice, 'resend_of' | 'resend_to'>): Condition | undefined {
  if (before === null) return undefined
  const was = (which: Condition): Condition => sql`exists (
    select 1 from recipients b
    where b.campaign_id = ${before} and b.address_key = contacts.email_key and ${which}
  )`
  switch (to) {
    case 'unopened':
      return was(sql`b.state = 'sent' and b.opened_at is null and b.clicked_at is null`)
    case 'new':
      return sql`not ${was(sql`1 = 1`)}`
    default:
      return was(sql`b.state = ${to}`)
  }
}
