import { inOneReader } from '../../database/reader.ts'
import { countContacts } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import { resetOf, usedSends } from '../../users/quota.ts'
import { findAccount } from '../../users/store.ts'
import type { Campaign, CampaignLists } from '../store.ts'
import { countByOutcome } from './audience.ts'
import type { AudienceFilter } from './audience-store.ts'

/** The sends a campaign needs, and what is left of its account's monthly quota. */
export interface QuotaCheck {
  wanted: number
  left: number
  /** The monthly quota. */
  limit: number
}

type MeasuredCampaign = Pick<Campaign, 'audience_fixed' | 'recipients' | 'scheduled_at'> & {
  reserved: number
}

interface MeasuredAudience {
  account: number
  campaign: MeasuredCampaign
  lists: CampaignLists
  filter: AudienceFilter
}

/** Counts the audience exactly only when the size of its lists exceeds what is left. */
export async function checkQuota(
  { db, reader, clock }: Pick<Service, 'db' | 'reader' | 'clock'>,
  { account, campaign, lists, filter }: MeasuredAudience,
): Promise<QuotaCheck> {
  const now = clock.now()
  const owner = await findAccount(db, account)
  const limit = owner.monthly_sends
  // A later month is assumed to have its full quota.
  const isLater = (campaign.scheduled_at ?? now) >= resetOf(owner, now)
  const left = isLater ? limit : Math.max(0, limit - usedSends(owner, now) + campaign.reserved)
  if (campaign.audience_fixed === 1) return { wanted: campaign.recipients, left, limit }
  const countsOf = await countContacts(reader, account, lists.included)
  const upperBound = lists.included.reduce((sum, list) => sum + countsOf(list).active, 0)
  if (upperBound <= left) return { wanted: upperBound, left, limit }
  const { recipients: wanted } = await inOneReader(reader, (one) =>
    countByOutcome(one, { account, lists, filter }),
  )
  return { wanted, left, limit }
}
