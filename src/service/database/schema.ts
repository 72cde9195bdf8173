import type {
  AccountRow,
  CounterRow,
  IdempotencyRow,
  KeyRow,
  SessionRow,
} from './schema/account.ts'
import type { BounceRow, InboxRow } from './schema/bounces.ts'
import type {
  CampaignLinkRow,
  CampaignListRow,
  CampaignRow,
  EngagementRow,
  RecipientRow,
} from './schema/campaign.ts'
import type {
  ContactHistoryRow,
  ContactRow,
  ContactTagRow,
  ContactValueRow,
  SuppressionRow,
} from './schema/contact.ts'
import type { EventRow, SequenceRow } from './schema/event.ts'
import type { JobRejectRow, JobRow, UploadRow } from './schema/job.ts'
import type { ListFieldRow, ListRow, SegmentRow } from './schema/list.ts'
import type {
  MessageRow,
  SandboxMessageRow,
  SenderRow,
  TemplateRow,
  TemplateVersionRow,
} from './schema/mail.ts'
import type { DeliveryAttemptRow, DeliveryRow, WebhookRow } from './schema/webhooks.ts'

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
  templates: TemplateRow
  template_versions: TemplateVersionRow
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
  bounces: BounceRow
  inbox: InboxRow
  webhooks: WebhookRow
  deliveries: DeliveryRow
  delivery_attempts: DeliveryAttemptRow
}
