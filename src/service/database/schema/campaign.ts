import type { Generated, GeneratedAlways } from 'kysely'
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
  /** The campaign that this one repeats, and the part of its audience. Both are set, or neither. */
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
  /** The hour applies to the time zone of each recipient. */
  by_recipient_timezone: Generated<Bit>
  expect_min: number | null
  expect_max: number | null
  /** The number of recipients, once the audience is fixed. */
  recipients: number
  /** The sends taken from the account's monthly limit, and the end of that month. */
  reserved: Generated<number>
  reserved_until: Generated<number>
  /** The part of `reserved` that was taken in months before that one. */
  reserved_earlier: Generated<number>
  /** Final counts, once the campaign has ended. */
  sent: number
  failed: number
  /**
   * Progress while the audience is being fixed: the position of the current list, and its last
   * contact.
   */
  audience_list: number
  audience_cursor: number
  audience_fixed: Bit
  claim: string | null
  lease_until: number
  started_at: number | null
  sent_at: number | null
  /** When the last recipient reached a final state. `sent` and `failed` are as of then. */
  ended_at: number | null
  tested_at: number | null
  /** The last part of the public address. It stays reserved when the page is taken down. */
  archive_slug: string | null
  /** When the web version became public; null when it is not public. */
  archived_at: number | null
  /** The requested test, as JSON. */
  ab_test: string | null
  ab_winner: string | null
  /** Progress of the assignment of versions or hours: the last address, and the count so far. */
  draw_cursor: Generated<string>
  drawn: Generated<number>
  /** When the winner is chosen. Set once the test share is sent. */
  ab_decide_at: number | null
  /**
   * The automation that owns this campaign through a `send` node. Such a campaign never finishes
   * and is not listed. 0: the welcome mail of a list, to which the same applies.
   */
  automation_id: Generated<number | null>
  /**
   * The figures at its last pause because of its reputation, as JSON, and from its resumption those that a
   * person has accepted. Only what came later counts. Empty until they are read.
   */
  reputation_base: Generated<string | null>
  /** The list whose welcome mail this is. Then `automation_id` is 0: it never finishes, either. */
  welcome_list_id: Generated<number | null>
  /** The row stays after deletion, because links in delivered messages must keep working. */
  deleted_at: number | null
  version: number
  created_at: number
  updated_at: number
}

export interface CampaignListRow {
  account_id: number
  campaign_id: number
  list_id: number
  position: number
  excluded: Bit
}

export interface CampaignLinkRow {
  id: Generated<number>
  account_id: number
  campaign_id: number
  position: number
  url: string
}

/**
 * One message to one address, and what became of it: UNIQUE(campaign_id, address_key, visit). While it waits to go
 * out, it has a row in `recipient_queue` too.
 */
export interface RecipientRow {
  id: Generated<number>
  account_id: number
  campaign_id: number
  address_key: string
  visit: number
  contact_id: number
  /** In no index, so that PostgreSQL writes the result in place (HOT). */
  state: string
  /** The state unless it is `pending` or `sent`. It is in an index, and few messages change it. */
  rare_state: GeneratedAlways<string | null>
  /** If it is `uncertain`, the claim of the process that submitted it and may still know the result. */
  claim: string | null
  attempts: number
  response: string | null
  sent_at: number | null
  opened_at: number | null
  clicked_at: number | null
  /** The version in an A/B test; null until it is assigned or has won. */
  variant: string | null
  /**
   * For a message of an automation, the end of the month whose limit it used. Null when the
   * campaign took all sends at once.
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

/**
 * Opens or clicks of a recipient within a slot, beyond those in `engagements`. Totals are the sum of
 * both.
 */
export interface RepeatVisitRow {
  campaign_id: number
  recipient_id: number
  kind: string
  machine: Bit
  /** 0 for an open. */
  link_id: number
  /** The start of a quarter of an hour. */
  slot: number
  count: number
}

/** The clicks on a link whose visits are no longer stored. Totals are the sum of all three. */
export interface LinkTotalRow {
  account_id: number
  campaign_id: number
  link_id: number
  clicks: number
  /** The people whose last stored click on the link this was. */
  unique_clicks: number
  machine_clicks: number
}

/**
 * A figure of a campaign, maintained by the statements in `src/service/figures`. The value is the sum of all
 * slots: on PostgreSQL, a writer adds to the slot of its connection.
 */
export interface CampaignCountRow {
  /** 0 in rows of programs before migration 0047, until one of today adds to them. */
  account_id: Generated<number>
  campaign_id: number
  /** A message state, or a field of the statistics. */
  measure: string
  /** The variant or the currency; otherwise empty. */
  key: string
  /** The start of the hour; 0 for a figure without a time. */
  at: number
  slot: number
  count: number
  /** The value of conversions; otherwise 0. */
  amount: number
}

/** A conversion after a message, reported by a shop: UNIQUE(campaign_id, event_id). */
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
  account_id: number
  campaign_id: number
  position: number
  filename: string
  content_type: string
  bytes: number
  content: Buffer
}
