import type { Answer } from '../../contract/endpoint.ts'
import type { campaigns } from '../../contract/modules/campaigns.ts'

export type Stats = Answer<typeof campaigns.stats>

/** The figures that people compare. Another server may leave out some of them. */
export const rates = [
  'open_rate',
  'click_rate',
  'click_to_open',
  'bounce_rate',
  'unsubscribe_rate',
  'complaint_rate',
] as const
type Rate = (typeof rates)[number]

export interface ReportedLink {
  link_id: number
  url: string
  position: number
  clicks: number
  unique_clicks: number
  /** Of the clicks on all links, as a fraction of 1. */
  share: number
}

interface Hour {
  at: string
  sent: number
  opens: number
  clicks: number
}

/** A part of the report that the server has no data for. */
type Part = 'links' | 'message' | 'domains' | 'bounces' | 'devices' | 'comparison'

/** The report as data: what `--format json` writes. */
export interface CampaignReport {
  id: number
  camp_name: string
  asunto: string
  preheader: string
  from_name: string
  from_mail: string
  sent_at: string | null
  figures: Omit<Stats, 'series' | 'ab_test' | 'domains' | 'bounce_reasons'>
  /** One entry per hour from the first message on. */
  first_48_hours: Hour[]
  links: ReportedLink[]
  domains: NonNullable<Stats['domains']>
  bounce_reasons: NonNullable<Stats['bounce_reasons']>
  ab_test: Stats['ab_test']
  /** The mean of up to five campaigns sent before this one. */
  comparison: { campaigns: number[]; means: Partial<Record<Rate, number>> } | null
  /** The parts without data. */
  left_out: Part[]
}

/** A version of the message, rendered with sample data. */
export interface RenderedMessage {
  variant: string | null
  asunto: string
  preheader: string
  html: string
}
