import type { Tables } from '../../database/schema.ts'

type Table = keyof Tables

/**
 * How the rows of a person are found: by the id of the contact, by the compared form of the address, or
 * by reading texts, where the address stands as it was typed.
 */
type Found = 'contact' | 'key' | 'text'

/** Columns in which the address of a contact can stand, and what an erasure does with them. */
interface AddressPlace {
  columns: readonly string[]
  found: Found
  /** `delete` deletes the row, `clear` empties the columns, `replace` puts a keyed hash in its place. */
  erased: 'delete' | 'clear' | 'replace'
  /** The part of the personal data export that shows it. */
  exported:
    | 'contact'
    | 'history'
    | 'mailings'
    | 'conversions'
    | 'events'
    | 'messages'
    | 'automations'
    | 'suppressions'
    | 'lifted_suppressions'
    | 'traces'
}

/**
 * Every place where the address of a contact can stand. The erasure, the personal data export and
 * their test read this table, so a new place is either here or, with a reason, in `addressFreeTables`.
 */
export const addressPlaces = {
  contacts: {
    columns: ['email', 'email_key', 'nombre'],
    found: 'contact',
    erased: 'delete',
    exported: 'contact',
  },
  contact_values: { columns: ['text'], found: 'contact', erased: 'delete', exported: 'contact' },
  contact_tags: { columns: ['tag'], found: 'contact', erased: 'delete', exported: 'contact' },
  contact_history: { columns: ['detail'], found: 'contact', erased: 'delete', exported: 'history' },
  suppressions: {
    columns: ['email_key', 'email', 'reason'],
    found: 'key',
    erased: 'replace',
    exported: 'suppressions',
  },
  lifted_suppressions: {
    columns: ['email_key', 'email', 'reason', 'lifted_reason'],
    found: 'key',
    erased: 'delete',
    exported: 'lifted_suppressions',
  },
  recipients: {
    columns: ['address_key', 'response'],
    found: 'key',
    erased: 'replace',
    exported: 'mailings',
  },
  bounces: { columns: ['diagnostic'], found: 'key', erased: 'clear', exported: 'history' },
  automation_runs: {
    columns: ['properties', 'events', 'earlier_events'],
    found: 'contact',
    erased: 'clear',
    exported: 'automations',
  },
  // Within a second they become runs of automations.
  signals: {
    columns: ['properties', 'event', 'name'],
    found: 'contact',
    erased: 'delete',
    exported: 'automations',
  },
  conversions: {
    columns: ['name', 'event_id'],
    found: 'contact',
    erased: 'replace',
    exported: 'conversions',
  },
  people: { columns: ['email_key'], found: 'key', erased: 'delete', exported: 'events' },
  custom_events: { columns: ['properties'], found: 'key', erased: 'delete', exported: 'events' },
  messages: {
    columns: [
      ...(['to_mail', 'subject', 'text', 'html', 'response'] as const),
      ...(['unsubscribe_url', 'merge_values'] as const),
    ],
    found: 'text',
    erased: 'delete',
    exported: 'messages',
  },
  job_rejects: {
    columns: ['cells', 'problem'],
    found: 'text',
    erased: 'delete',
    exported: 'traces',
  },
  jobs: { columns: ['params'], found: 'text', erased: 'replace', exported: 'traces' },
  idempotency: { columns: ['body'], found: 'text', erased: 'replace', exported: 'traces' },
  inbox: {
    columns: ['mail_from', 'outcome'],
    found: 'text',
    erased: 'replace',
    exported: 'traces',
  },
  sandbox_messages: {
    columns: ['rcpt_to', 'subject', 'raw'],
    found: 'text',
    erased: 'delete',
    exported: 'traces',
  },
} as const satisfies Partial<Record<Table, AddressPlace>>

const ofAccount = 'its users write it, and it is not about a contact'
const numbersOnly = 'it has no text that comes from a contact'

/** The other tables, and why an erasure does not read them. */
export const addressFreeTables = {
  accounts: 'it is about the users of the service',
  sessions: numbersOnly,
  audit: 'it names routes and ids, and leaves out addresses in a path',
  invites: 'it is about people who are to be users',
  password_resets: 'it is about the users of the service',
  api_keys: 'it is about the programs of a user',
  oauth_grants: 'it is about the assistants of a user',
  oauth_tokens: 'hashes of tokens, and where an assistant gets its code',
  keys: 'they belong to the installation',
  counters: 'limits of mailboxes are counted under a keyed hash',
  login_networks: 'it is about the users of the service',
  key_leases: 'it is about the processes of the service',
  processes: 'it is about the services that run',
  events: 'they name contacts by id, and the details of custom events are cleared with the contact',
  event_names: ofAccount,
  event_properties: ofAccount,
  event_totals: numbersOnly,
  event_storage: numbersOnly,
  event_keys: 'ids of events are stored as hashes',
  deliveries: numbersOnly,
  delivery_attempts: 'the fault of a connection, without the request',
  uploads:
    'the file of a running import is deleted with the end of its job, and its row is refused',
  message_queue: numbersOnly,
  recipient_queue: numbersOnly,
  segments: ofAccount,
  templates: ofAccount,
  template_versions: ofAccount,
  optin_requests: 'they name contacts by id',
  opt_in_templates: ofAccount,
  welcomes: 'they name contacts by id',
  senders: ofAccount,
  link_checks: 'addresses of links are stored as hashes, and none with personal data',
  brands: ofAccount,
  media: ofAccount,
  media_removals: ofAccount,
  lists: ofAccount,
  list_fields: ofAccount,
  form_origins: ofAccount,
  list_counts: numbersOnly,
  campaigns: ofAccount,
  campaign_lists: numbersOnly,
  campaign_counts: numbersOnly,
  campaign_links: ofAccount,
  campaign_attachments: ofAccount,
  engagements: numbersOnly,
  repeat_visits: numbersOnly,
  link_totals: numbersOnly,
  sequences: numbersOnly,
  event_sequences: numbersOnly,
  activity: numbersOnly,
  domain_activity: 'it counts by domain',
  tallies: 'it counts by domain',
  webhooks: ofAccount,
  automations: ofAccount,
  automation_versions: ofAccount,
  automation_nodes: ofAccount,
  automation_tallies: numbersOnly,
  automation_goals: numbersOnly,
  automation_steps: 'the name of a branch or of a failure',
  signal_listeners: numbersOnly,
} as const satisfies Record<Exclude<Table, keyof typeof addressPlaces>, string>
