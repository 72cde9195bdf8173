import type { Generated } from 'kysely'
import type { Bit } from './bit.ts'

export interface CampaignRow {
  id: Generated<number>
  account_id: number
  camp_name: string
  asunto: string
  preheader: string
  html: string
  text: string
  from_name: string
  from_mail: string
  reply_to: string | null
  segment_id: number | null
  /** The campaign that this one repeats, and for whom of its audience: both, or neither. */
  resend_of: number | null
  resend_to: string | null
  template_id: number | null
  track_reads: Bit
  track_links: Bit
  utm: string
  status: string
  reason: string | null
  scheduled_at: number | null
  timezone: string | null
  /** At that hour of each recipient's own clock. */
  by_recipient_timezone: Generated<Bit>
  expect_min: number | null
  expect_max: number | null
  /** How many recipients were made, once the audience is fixed. */
  recipients: number
  /** How many sends it has taken of its account's month, and when that month ends. */
  reserved: Generated<number>
  reserved_until: Generated<number>
  /** Of those, once the campaign has ended. */
  sent: number
  failed: number
  /** Position of the list that is being looked at while the audience is fixed, and its last contact. */
  audience_list: number
  audience_cursor: number
  audience_fixed: Bit
  claim: string | null
  lease_until: number
  started_at: number | null
  sent_at: number | null
  /** When the last recipient had its final state; `sent` and `failed` are as of then. */
  ended_at: number | null
  tested_at: number | null
  /** The end of its public address; it stays taken when the page is taken down. */
  archive_slug: string | null
  /** Since when the web version is public; null when it is not. */
  archived_at: number | null
  /** The test as it was asked for, as JSON. */
  ab_test: string | null
  ab_winner: string | null
  /** The last address that was given its version or its hour, and how many were by then. */
  draw_cursor: Generated<string>
  drawn: Generated<number>
  /** When the winner is chosen; known once the share that is tested on has gone out. */
  ab_decide_at: number | null
  /** The automation whose `send` node it is; such a campaign is never finished and stands in no list. */
  automation_id: Generated<number | null>
  /** What was delivered stays in people's mailboxes: its links must work after the campaign is gone. */
  deleted_at: number | null
  version: number
  created_at: number
  updated_at: number
}

export interface CampaignListRow {
  campaign_id: number
  list_id: number
  position: number
  excluded: Bit
}

export interface CampaignLinkRow {
  id: Generated<number>
  campaign_id: number
  position: number
  url: string
}

/** One message to one address: UNIQUE(campaign_id, address_key, visit). */
export interface RecipientRow {
  id: Generated<number>
  account_id: number
  campaign_id: number
  address_key: string
  visit: number
  contact_id: number
  state: string
  claim: string | null
  lease_until: number
  attempts: number
  next_at: number
  response: string | null
  sent_at: number | null
  opened_at: number | null
  clicked_at: number | null
  /** Which version it gets, in a campaign with an A/B test; null until it is drawn or has won. */
  variant: string | null
  /**
   * When the month ends that its send was taken from by itself: those of automations. Null where its
   * campaign takes the sends of all.
   */
  taken_until: Generated<number | null>
}

export interface EngagementRow {
  id: Generated<number>
  account_id: number
  campaign_id: number
  recipient_id: number
  contact_id: number
  kind: string
  machine: Bit
  link_id: number | null
  at: number
}

/** What somebody did after the message, as a shop tells it: UNIQUE(campaign_id, event_id). */
export interface ConversionRow {
  id: Generated<number>
  account_id: number
  campaign_id: number
  recipient_id: number
  contact_id: number
  name: string
  event_id: string
  value: number | null
  currency: string | null
  at: number
}

export interface CampaignAttachmentRow {
  campaign_id: number
  position: number
  filename: string
  content_type: string
  bytes: number
  content: Buffer
}
