import type { Generated } from 'kysely'

/**
 * The tables, as both databases hold them: times are integer milliseconds UTC, booleans 0 or 1,
 * JSON is text, and what a contact's custom fields hold stands in typed columns, not in JSON.
 */
export interface Tables {
  accounts: AccountRow
  sessions: SessionRow
  keys: KeyRow
  idempotency: IdempotencyRow
  counters: CounterRow
  events: EventRow
  jobs: JobRow
  uploads: UploadRow
  job_rejects: JobRejectRow
  segments: SegmentRow
  messages: MessageRow
  sandbox_messages: SandboxMessageRow
  senders: SenderRow
  lists: ListRow
  list_fields: ListFieldRow
  contacts: ContactRow
  contact_values: ContactValueRow
  contact_tags: ContactTagRow
  contact_history: ContactHistoryRow
  suppressions: SuppressionRow
  campaigns: CampaignRow
  campaign_lists: CampaignListRow
  campaign_links: CampaignLinkRow
  recipients: RecipientRow
  engagements: EngagementRow
  sequences: SequenceRow
}

type Bit = 0 | 1

export interface AccountRow {
  id: Generated<number>
  parent_id: number | null
  username: string
  username_key: string
  email: string
  nombre: string
  role: string
  status: string
  pass_hash: string
  language: string
  timezone: string
  plan: string
  monthly_sends: number
  contacts_max: number
  /** Kept with every contact that is added or removed, so that the limit is one conditional update. */
  contacts_used: Generated<number>
  rate_per_hour: number
  created_at: number
  updated_at: number
}

/** One token that was given out; `actor_id` is who acts when it is an impersonation. */
export interface SessionRow {
  jti: string
  account_id: number
  actor_id: number | null
  remembered: Bit
  created_at: number
  expires_at: number
  revoked_at: number | null
}

/** Secrets of the installation, wrapped by the master key. */
export interface KeyRow {
  id: Generated<number>
  purpose: string
  secret: string
  created_at: number
  retired_at: number | null
}

export interface IdempotencyRow {
  account_id: number
  route: string
  key: string
  body_hash: string
  /** While the first request is under way; after that it may be taken over. */
  lease_until: number
  status: number | null
  body: string | null
  created_at: number
}

/** Attempts within a window, for the limits that guard guessing. */
export interface CounterRow {
  key: string
  window_start: number
  count: number
}

/** The outbox: written with the fact. `seq` is given in commit order by one publisher. */
export interface EventRow {
  id: Generated<number>
  uid: string
  seq: number | null
  account_id: number
  type: string
  payload: string
  created_at: number
}

export interface JobRow {
  id: Generated<number>
  account_id: number
  list_id: number | null
  kind: string
  status: string
  params: string
  progress: string
  claim: string | null
  lease_until: number
  /** How often a worker has begun it: one that always dies is given up. */
  attempts: Generated<number>
  created_at: number
  started_at: number | null
  finished_at: number | null
  /** The code of what ended it. */
  error: string | null
}

/** The file of an import, in pieces, until its job has ended. */
export interface UploadRow {
  job_id: number
  position: number
  bytes: Uint8Array
}

/** A row of a file that was not taken: where it stood, its cells, and the problem, as JSON. */
export interface JobRejectRow {
  job_id: number
  line: number
  cells: string
  problem: string
}

export interface SegmentRow {
  id: Generated<number>
  account_id: number
  name: string
  /** Null: over all lists of the account. */
  list_id: number | null
  conditions: string
  /** How many they were when it was counted last. */
  contacts: number | null
  computed_at: number | null
  version: number
  created_at: number
  updated_at: number
}

/** Mail of the service itself: codes, opt-in, notices. The bodies are wiped once they are sent. */
export interface MessageRow {
  id: Generated<number>
  account_id: number | null
  kind: string
  /** Null: the service's own address. */
  from_mail: string | null
  from_name: string
  reply_to: string | null
  to_mail: string
  subject: string
  text: string
  html: string
  state: string
  claim: string | null
  lease_until: number
  attempts: number
  next_at: number
  response: string | null
  created_at: number
  sent_at: number | null
}

/** What the sandbox's own catch-all received. */
export interface SandboxMessageRow {
  id: Generated<number>
  mail_from: string
  rcpt_to: string
  subject: string
  raw: Uint8Array
  received_at: number
}

export interface SenderRow {
  id: Generated<number>
  account_id: number
  from_name: string
  from_mail: string
  from_key: string
  reply_to: string | null
  verified_at: number | null
  code_hash: string | null
  token_hash: string | null
  code_expires_at: number
  code_tries: number
  spf: Bit
  dkim: Bit
  dmarc: Bit
  checked_at: number | null
  created_at: number
}

export interface ListRow {
  id: Generated<number>
  account_id: number
  public_id: string
  name: string
  description: string
  double_optin: Bit
  from_mail: string | null
  welcome_template_id: number | null
  /** Whether the public forms take the list's number too. */
  public_by_id: Generated<Bit>
  created_at: number
  updated_at: number
}

export interface ListFieldRow {
  id: Generated<number>
  account_id: number
  list_id: number
  name: string
  key: string
  type: string
  options: string
  internal: Bit
  required: Bit
  default_value: string | null
  created_at: number
}

export interface ContactRow {
  id: Generated<number>
  account_id: number
  list_id: number
  /** A random 15-digit number, the unguessable part of the xsid. */
  sid: number
  email: string
  email_key: string
  domain: string
  nombre: string
  /** The name as it is searched: without case and accents. */
  nombre_key: Generated<string>
  status: string
  source: string
  /** 1 means: just created. */
  version: number
  created_at: number
  updated_at: number
  confirmed_at: number | null
  unsubscribed_at: number | null
  last_open_at: number | null
  last_click_at: number | null
}

/** One row a value; `position` counts the choices of a multi field, 0 otherwise. */
export interface ContactValueRow {
  contact_id: number
  field_id: number
  position: number
  text: string | null
  number: number | null
  /** Unix seconds, as dates travel on the wire. */
  time: number | null
}

export interface ContactTagRow {
  contact_id: number
  tag: string
}

export interface ContactHistoryRow {
  id: Generated<number>
  account_id: number
  contact_id: number
  type: string
  campaign_id: number | null
  detail: string
  at: number
}

export interface SuppressionRow {
  id: Generated<number>
  account_id: number
  /** 0: on the whole account. */
  list_id: number
  /** The folded address, or its keyed hash once the person was erased. */
  email_key: string
  email: string | null
  type: string
  reason: string
  campaign_id: number | null
  created_at: number
}

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
  template_id: number | null
  track_reads: Bit
  track_links: Bit
  utm: string
  status: string
  reason: string | null
  scheduled_at: number | null
  timezone: string | null
  expect_min: number | null
  expect_max: number | null
  /** How many recipients were made, once the audience is fixed. */
  recipients: number
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
  tested_at: number | null
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

/** The last number given out, for numbers that follow the order of commits. */
export interface SequenceRow {
  name: string
  last: number
}
