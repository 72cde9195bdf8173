import type {
  AccountRow,
  ApiKeyRow,
  AuditRow,
  CounterRow,
  IdempotencyRow,
  InviteRow,
  KeyRow,
  LoginNetworkRow,
  PasswordResetRow,
  SessionRow,
} from './schema/account.ts'
import type { ActivityRow, DomainActivityRow, TallyRow } from './schema/activity.ts'
import type {
  AutomationGoalRow,
  AutomationNodeRow,
  AutomationRow,
  AutomationRunRow,
  AutomationStepRow,
  AutomationTallyRow,
  AutomationVersionRow,
  SignalListenerRow,
  SignalRow,
} from './schema/automation.ts'
import type { BounceRow, InboxRow } from './schema/bounces.ts'
import type { BrandRow } from './schema/brand.ts'
import type {
  CampaignAttachmentRow,
  CampaignCountRow,
  CampaignLinkRow,
  CampaignListRow,
  CampaignRow,
  ConversionRow,
  EngagementRow,
  LinkTotalRow,
  RecipientRow,
  RepeatVisitRow,
} from './schema/campaign.ts'
import type {
  ContactHistoryRow,
  ContactRow,
  ContactTagRow,
  ContactValueRow,
  LiftedSuppressionRow,
  SuppressionRow,
} from './schema/contact.ts'
import type {
  CustomEventRow,
  EventKeyRow,
  EventNameRow,
  EventPropertyRow,
  EventStorageRow,
  EventTotalRow,
  PersonRow,
} from './schema/custom-event.ts'
import type { EventRow, EventSequenceRow, SequenceRow } from './schema/event.ts'
import type { JobRejectRow, JobRow, UploadRow } from './schema/job.ts'
import type { LinkCheckRow } from './schema/link-check.ts'
import type {
  FormOriginRow,
  ListCountRow,
  ListFieldRow,
  ListRow,
  SegmentRow,
} from './schema/list.ts'
import type {
  MessageRow,
  OptInRequestRow,
  OptInTemplateRow,
  SandboxMessageRow,
  SenderRow,
  TemplateRow,
  TemplateVersionRow,
  WelcomeRow,
} from './schema/mail.ts'
import type { MediaRemovalRow, MediaRow } from './schema/media.ts'
import type { OAuthGrantRow, OAuthTokenRow } from './schema/oauth.ts'
import type { KeyLeaseRow, ProcessRow } from './schema/process.ts'
import type { QueuedMessageRow, QueuedRecipientRow } from './schema/queue.ts'
import type { DeliveryAttemptRow, DeliveryRow, WebhookRow } from './schema/webhooks.ts'

/**
 * The tables in both databases. Times are integer milliseconds in UTC, booleans are 0 or 1, and
 * JSON is text. Values of custom fields are in typed columns, not in JSON.
 */
export interface Tables {
  accounts: AccountRow
  sessions: SessionRow
  api_keys: ApiKeyRow
  invites: InviteRow
  password_resets: PasswordResetRow
  oauth_grants: OAuthGrantRow
  oauth_tokens: OAuthTokenRow
  login_networks: LoginNetworkRow
  audit: AuditRow
  keys: KeyRow
  idempotency: IdempotencyRow
  counters: CounterRow
  events: EventRow
  people: PersonRow
  event_names: EventNameRow
  event_properties: EventPropertyRow
  custom_events: CustomEventRow
  event_totals: EventTotalRow
  event_keys: EventKeyRow
  event_storage: EventStorageRow
  jobs: JobRow
  uploads: UploadRow
  job_rejects: JobRejectRow
  segments: SegmentRow
  templates: TemplateRow
  template_versions: TemplateVersionRow
  messages: MessageRow
  message_queue: QueuedMessageRow
  optin_requests: OptInRequestRow
  opt_in_templates: OptInTemplateRow
  welcomes: WelcomeRow
  sandbox_messages: SandboxMessageRow
  senders: SenderRow
  brands: BrandRow
  media: MediaRow
  media_removals: MediaRemovalRow
  lists: ListRow
  list_fields: ListFieldRow
  form_origins: FormOriginRow
  list_counts: ListCountRow
  contacts: ContactRow
  contact_values: ContactValueRow
  contact_tags: ContactTagRow
  contact_history: ContactHistoryRow
  suppressions: SuppressionRow
  lifted_suppressions: LiftedSuppressionRow
  campaigns: CampaignRow
  campaign_lists: CampaignListRow
  campaign_links: CampaignLinkRow
  campaign_attachments: CampaignAttachmentRow
  link_checks: LinkCheckRow
  recipients: RecipientRow
  recipient_queue: QueuedRecipientRow
  engagements: EngagementRow
  repeat_visits: RepeatVisitRow
  link_totals: LinkTotalRow
  conversions: ConversionRow
  campaign_counts: CampaignCountRow
  sequences: SequenceRow
  event_sequences: EventSequenceRow
  activity: ActivityRow
  domain_activity: DomainActivityRow
  tallies: TallyRow
  bounces: BounceRow
  inbox: InboxRow
  webhooks: WebhookRow
  deliveries: DeliveryRow
  delivery_attempts: DeliveryAttemptRow
  automations: AutomationRow
  automation_versions: AutomationVersionRow
  automation_nodes: AutomationNodeRow
  automation_tallies: AutomationTallyRow
  automation_goals: AutomationGoalRow
  automation_runs: AutomationRunRow
  automation_steps: AutomationStepRow
  signals: SignalRow
  signal_listeners: SignalListenerRow
  processes: ProcessRow
  key_leases: KeyLeaseRow
}
