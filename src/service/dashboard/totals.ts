import type { ContactStatus } from '../../contract/shapes/contact.ts'
import { share } from '../campaigns/reporting/stats.ts'

/** A campaign with its number of sent messages. */
export interface CampaignSends {
  id: number
  sent: number
  deleted_at: number | null
  automation_id: number | null
}

/** Opens or clicks of a campaign by people: total and distinct recipients. */
export interface VisitCount {
  campaign_id: number
  kind: string
  count: number
  recipients: number
}

export function totalsOf(
  campaigns: readonly CampaignSends[],
  visitCounts: readonly VisitCount[],
  contacts: Partial<Record<ContactStatus, number>>,
) {
  const sent = sum(campaigns.map((campaign) => campaign.sent))
  const of = (kind: string) => visitCounts.filter((row) => row.kind === kind)
  return {
    contacts: sum(Object.values(contacts)),
    active_contacts: contacts.active ?? 0,
    campaigns: campaigns.filter(isListed).length,
    sent,
    opens: sum(of('open').map(({ count }) => count)),
    clicks: sum(of('click').map(({ count }) => count)),
    bounces: contacts.bounced ?? 0,
    // A complaint counts as an unsubscribe, too.
    unsubscribes: (contacts.unsubscribed ?? 0) + (contacts.complained ?? 0),
    open_rate: share(sum(of('open').map(({ recipients }) => recipients)), sent),
    click_rate: share(sum(of('click').map(({ recipients }) => recipients)), sent),
  }
}

/** Returns the rates of one campaign. */
export function ratesOf({ id, sent }: CampaignSends, visitCounts: readonly VisitCount[]) {
  const recipientsOf = (kind: string) =>
    visitCounts.find((row) => row.campaign_id === id && row.kind === kind)?.recipients ?? 0
  return {
    open_rate: share(recipientsOf('open'), sent),
    click_rate: share(recipientsOf('click'), sent),
  }
}

export const newestOf = <C extends CampaignSends>(campaigns: readonly C[], limit: number): C[] =>
  campaigns
    .filter(isListed)
    .sort((a, b) => b.id - a.id)
    .slice(0, limit)

/** Whether the campaign is listed: not deleted, and not part of an automation. */
const isListed = ({ deleted_at, automation_id }: CampaignSends): boolean =>
  deleted_at === null && automation_id === null

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
