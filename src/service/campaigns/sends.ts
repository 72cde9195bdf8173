import type { Condition } from '../database/condition.ts'
import { countContacts } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { resetOf, usedOf } from '../users/quota.ts'
import { findAccount } from '../users/store.ts'
import { countAudience } from './audience-store.ts'
import type { Campaign, CampaignLists } from './store.ts'

/** What a campaign takes of its account's month, and what is there for it. */
export interface SendsNeeded {
  wanted: number
  left: number
  /** A month's sends altogether. */
  limit: number
}

type Measured = Pick<Campaign, 'audience_fixed' | 'recipients' | 'scheduled_at'> & {
  reserved: number
}

interface Audience {
  account: number
  campaign: Measured
  lists: CampaignLists
  chosen: Condition | undefined
}

/** Counted exactly only where the number of contacts on the lists does not say that it is enough. */
export async function measureSends(
  { db, reader, clock }: Pick<Service, 'db' | 'reader' | 'clock'>,
  { account, campaign, lists, chosen }: Audience,
): Promise<SendsNeeded> {
  const now = clock.now()
  const owner = await findAccount(db, account)
  const limit = owner.monthly_sends
  // Of a later month all is left, as far as anybody knows.
  const isLater = (campaign.scheduled_at ?? now) >= resetOf(owner, now)
  const left = isLater ? limit : Math.max(0, limit - usedOf(owner, now) + campaign.reserved)
  if (campaign.audience_fixed === 1) return { wanted: campaign.recipients, left, limit }
  const countsOf = await countContacts(reader, lists.included)
  const most = lists.included.reduce((sum, list) => sum + countsOf(list).active, 0)
  if (most <= left) return { wanted: most, left, limit }
  const wanted = await countAudience(reader, { account, lists, chosen, most: left + 1 })
  return { wanted, left, limit }
}
