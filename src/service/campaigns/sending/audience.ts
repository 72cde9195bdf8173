import type { LeftOutReason } from '../../../contract/shapes/campaign-check.ts'
import type { ContactStatus } from '../../../contract/shapes/contact.ts'
import type { Executor } from '../../database/dialect.ts'
import { inOneReader } from '../../database/reader.ts'
import { countContacts } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import { recipientCounts } from '../reporting/recipient-counts.ts'
import type { Campaign, CampaignLists } from '../store.ts'
import { audienceFilter, type FilterColumns } from './audience-filter.ts'
import { type AudienceQuery, countAudience } from './audience-store.ts'

interface Audience {
  /** How many the campaign is sent to now. Of a fixed audience, those who have not received it. */
  recipients: number
  /** How many contacts on its lists are not, by reason. */
  left_out?: Record<LeftOutReason, number>
}

type Addressed = FilterColumns & Pick<Campaign, 'id' | 'audience_fixed'>

/** Counts the audience of a campaign as sending would fix it now. */
export const audienceOf = (
  { reader, clock }: Pick<Service, 'reader' | 'clock'>,
  campaign: Addressed,
  lists: CampaignLists,
): Promise<Audience> =>
  inOneReader(reader, async (one) => {
    if (campaign.audience_fixed === 1) {
      const counts = (await recipientCounts(one, [campaign.id])).get(campaign.id)
      return { recipients: counts ? counts.pending + counts.deferred : 0 }
    }
    const filter = await audienceFilter(one, clock, campaign)
    return countByOutcome(one, { account: campaign.account_id, lists, filter })
  })

/** Counts the contacts on lists: those that are mailed, and the others by the reason why not. */
export async function countByOutcome(
  reader: Executor,
  { account, lists, filter }: AudienceQuery,
): Promise<Required<Audience>> {
  const countsOf = await countContacts(reader, account, lists.included)
  const sum = (status: ContactStatus) =>
    lists.included.reduce((total, list) => total + countsOf(list)[status], 0)
  const included = [...lists.included].sort((a, b) => countsOf(b).active - countsOf(a).active)
  const query = { account, lists: { ...lists, included }, filter }
  const counts = included.length === 0 ? nothing : await countAudience(reader, query)
  const { suppressed, excluded, duplicates } = counts
  const beforeFilter = sum('active') - suppressed - excluded
  const { inSegment = beforeFilter, addressed = beforeFilter } = counts
  return {
    recipients: addressed - duplicates,
    left_out: {
      unsubscribed: sum('unsubscribed'),
      unconfirmed: sum('unconfirmed'),
      bounced: sum('bounced'),
      complained: sum('complained'),
      suppressed,
      excluded,
      not_in_segment: beforeFilter - inSegment,
      already_mailed: inSegment - addressed,
      duplicate: duplicates,
    },
  }
}

const nothing = {
  suppressed: 0,
  excluded: 0,
  duplicates: 0,
  inSegment: undefined,
  addressed: undefined,
}
