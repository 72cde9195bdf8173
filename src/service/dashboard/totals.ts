import type { ContactStatus } from '../../contract/shapes/contact.ts'
import { share } from '../campaigns/stats.ts'

/** A campaign with what it has sent so far. */
export interface CampaignSends {
  id: number
  sent: number
  deleted_at: number | null
  automation_id: number | null
}

/** What people did with a campaign's messages: how often, and how many of them. */
export interface Visits {
  campaign_id: number
  kind: string
  count: number
  recipients: number
}

export function totalsOf(
  campaigns: readonly CampaignSends[],
  visits: readonly Visits[],
  contacts: Partial<Record<ContactStatus, number>>,
) {
  const sent = sum(campaigns.map((campaign) => campaign.sent))
  const of = (kind: string) => visits.filter((row) => row.kind === kind)
  return {
    contacts: sum(Object.values(contacts)),
    active_contacts: contacts.active ?? 0,
    campaigns: campaigns.filter(isKept).length,
    sent,
    opens: sum(of('open').map(({ count }) => count)),
    clicks: sum(of('click').map(({ count }) => count)),
    bounces: contacts.bounced ?? 0,
    // Whoever complained has left, too.
    unsubscribes: (contacts.unsubscribed ?? 0) + (contacts.complained ?? 0),
    open_rate: share(sum(of('open').map(({ recipients }) => recipients)), sent),
    click_rate: share(sum(of('click').map(({ recipients }) => recipients)), sent),
  }
}

/** The rates of one campaign. */
export function ratesOf({ id, sent }: CampaignSends, visits: readonly Visits[]) {
  const recipientsOf = (kind: string) =>
    visits.find((row) => row.campaign_id === id && row.kind === kind)?.recipients ?? 0
  return {
    open_rate: share(recipientsOf('open'), sent),
    click_rate: share(recipientsOf('click'), sent),
  }
}

export const newestOf = <C extends CampaignSends>(campaigns: readonly C[], most: number): C[] =>
  campaigns
    .filter(isKept)
    .sort((a, b) => b.id - a.id)
    .slice(0, most)

/** Those that people see among their campaigns. */
const isKept = ({ deleted_at, automation_id }: CampaignSends): boolean =>
  deleted_at === null && automation_id === null

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
