import type { ContactStatus } from '../../contract/shapes/contact.ts'
import { engagementRatesOf, type Figures } from '../campaigns/reporting/rates.ts'

/** A campaign with its figures. */
export interface CampaignFigures {
  id: number
  status: string
  deleted_at: number | null
  automation_id: number | null
  figures: Figures
  opens: number
  clicks: number
}

export function totalsOf(
  campaigns: readonly CampaignFigures[],
  contacts: Partial<Record<ContactStatus, number>>,
) {
  const sumOf = (read: (campaign: CampaignFigures) => number) => sum(campaigns.map(read))
  return {
    contacts: sum(Object.values(contacts)),
    active_contacts: contacts.active ?? 0,
    campaigns: campaigns.filter(isListed).length,
    sent: sumOf(({ figures }) => figures.sent),
    opens: sumOf(({ opens }) => opens),
    clicks: sumOf(({ clicks }) => clicks),
    bounces: contacts.bounced ?? 0,
    // A complaint counts as an unsubscribe, too.
    unsubscribes: (contacts.unsubscribed ?? 0) + (contacts.complained ?? 0),
    ...engagementRatesOf({
      delivered: sumOf(({ figures }) => figures.delivered),
      unique_opens: sumOf(({ figures }) => figures.unique_opens),
      unique_clicks: sumOf(({ figures }) => figures.unique_clicks),
    }),
  }
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

export const newestOf = <C extends CampaignFigures>(campaigns: readonly C[], limit: number): C[] =>
  campaigns
    .filter(isListed)
    .sort((a, b) => b.id - a.id)
    .slice(0, limit)

/** How many campaigns the last one is compared with. */
const maxCompared = 10

/** Compares the last campaign with the mean of those that were sent before it. */
export function comparisonOf(campaigns: readonly CampaignFigures[]) {
  const [last, ...earlier] = newestOf(campaigns.filter(isSent), maxCompared + 1)
  if (!last || earlier.length === 0) return undefined
  const rates = earlier.map(({ figures }) => engagementRatesOf(figures))
  const meanOf = (name: keyof (typeof rates)[number]) =>
    sum(rates.map((each) => each[name])) / rates.length
  return {
    id: last.id,
    campaigns: earlier.length,
    ...engagementRatesOf(last.figures),
    mean_open_rate: meanOf('open_rate'),
    mean_click_rate: meanOf('click_rate'),
  }
}

const isSent = ({ status, figures }: CampaignFigures): boolean =>
  status === 'sent' && figures.delivered > 0

/** Whether the campaign is listed: not deleted, and not part of an automation. */
const isListed = ({ deleted_at, automation_id }: CampaignFigures): boolean =>
  deleted_at === null && automation_id === null
