/** The reasons of bounces, for the list of recipients and the report. */
export const bounceReasons: Readonly<Record<string, string>> = {
  user_not_found: 'Address does not exist',
  bad_address: 'Invalid address',
  domain_not_found: 'Domain does not exist',
  mailbox_disabled: 'Mailbox disabled',
  user_moved: 'Recipient has moved',
  mailbox_full: 'Mailbox full',
  mailbox_unavailable: 'Mailbox unavailable',
  not_reached: 'Mail server not reached',
  unknown: 'Unknown reason',
  policy: 'Rejected by policy or reputation',
  sender: 'Sender rejected',
  content: 'Content rejected',
  too_large: 'Message too large',
  busy: 'Mail server busy',
  dns: 'DNS problem',
  routing: 'Routing problem',
}

const campaignStatus = {
  draft: 'draft',
  scheduled: 'scheduled',
  queued: 'queued',
  sending: 'sending',
  ab_testing: 'A/B testing',
  paused: 'paused',
  sent: 'sent',
  cancelled: 'cancelled',
  failed: 'failed',
}

const contactStatus = {
  active: 'active',
  unconfirmed: 'unconfirmed',
  unsubscribed: 'unsubscribed',
  bounced: 'bounced',
  complained: 'complained',
}

const contactSources = {
  api: 'API',
  form: 'form',
  import: 'import',
  move: 'moved',
  copy: 'copied',
}

const endReasons = {
  end: 'end of the flow',
  exit: 'end of the flow',
  goal: 'goal',
  segment: 'exit segment',
  left: 'no longer receives email',
  removed: 'contact deleted',
  failed: 'error',
  stopped: 'automation stopped',
  expired: 'too long without a step',
}

/**
 * What tables and cards show instead of the values of the API, by the name of the field or of the column's `words`.
 * A value without a word is shown as it is: other servers have values of their own.
 */
export const values = {
  campaign_status: campaignStatus,
  automation_status: {
    draft: 'draft',
    active: 'active',
    paused: 'paused',
    draining: 'finishing',
    stopped: 'stopped',
  },
  process_status: {
    running: 'running',
    on_hold: 'on hold',
    relay_down: 'relay down',
    dead: 'dead',
  },
  job_status: {
    waiting: 'waiting',
    running: 'running',
    done: 'done',
    cancelled: 'cancelled',
    failed: 'failed',
  },
  found_status: { ...campaignStatus, ...contactStatus },
  // Of contacts, accounts and recipients.
  status: {
    ...contactStatus,
    suspended: 'suspended',
    sent: 'sent',
    opened: 'opened',
    clicked: 'clicked',
    failed: 'failed',
    pending: 'pending',
    deferred: 'to be retried',
    cancelled: 'cancelled',
    uncertain: 'uncertain',
    ok: 'done',
  },
  state: {
    sent: 'sent',
    failed: 'failed',
    pending: 'pending',
    deferred: 'to be retried',
    cancelled: 'cancelled',
    uncertain: 'uncertain',
    waiting: 'under way',
    ended: 'ended',
  },
  level: { ok: 'fine', warn: 'warning', error: 'error', bad: 'bad' },
  campaign_reason: {
    user: 'by hand',
    late: 'too late',
    drift: 'unexpected recipients',
    relay: 'mail server',
    quota: 'monthly quota',
    reputation: 'too many bounces or complaints',
    segment: 'segment',
    template: 'template',
    list: 'list',
  },
  bounce_type: { hard: 'permanent', soft: 'temporary' },
  bounce_reason: bounceReasons,
  kind: { import: 'import', clean: 'cleaning', bulk: 'bulk change' },
  mode: {
    upsert: 'add and update',
    insert: 'only add',
    skip: 'leave existing ones',
    suppress: 'suppress',
  },
  type: {
    // Of suppressions and of a contact's history.
    bounce: 'bounce',
    unsubscribe: 'unsubscribe',
    complaint: 'complaint',
    manual: 'by hand',
    sent: 'message',
    welcome: 'welcome email',
    open: 'open',
    click: 'click',
    optin: 'consent',
    import: 'imported',
    added: 'added',
    lifted: 'suppression lifted',
    event: 'event',
    // Of custom fields.
    text: 'text',
    number: 'number',
    date: 'date',
    boolean: 'yes or no',
    dropdown: 'choice from a list',
    radio: 'single choice',
    multi: 'multiple choice',
    url: 'web address',
    // Of the properties of events.
    money: 'money',
    list: 'list',
    // Of search results.
    campaigns: 'campaign',
    lists: 'list',
    contacts: 'contact',
    segments: 'segment',
    templates: 'template',
    // Of DNS records.
    TXT: 'TXT',
    CNAME: 'CNAME',
    // Of the steps of an automation.
    trigger: 'start',
    send: 'send',
    delay: 'wait',
    wait_event: 'wait for an event',
    condition: 'condition',
    split: 'split',
    add_list: 'add to a list',
    remove_list: 'remove from a list',
    add_tag: 'add a tag',
    remove_tag: 'remove a tag',
    set_field: 'change a field',
    webhook: 'call an address',
    goal: 'goal',
    exit: 'end',
  },
  ended_by: endReasons,
  // Of the account's events.
  event_type: {
    'campaign.sent': 'campaign sent',
    'contact.open': 'open',
    'contact.bounce': 'bounce',
    'contact.complaint': 'complaint',
    'contact.unsubscribe': 'unsubscribe',
    'contact.event': 'custom event',
    'automation.triggered': 'automation started',
    'webhook.test': 'webhook test',
  },
  // What happened at a step of an automation.
  outcome: {
    yes: 'yes',
    no: 'no',
    timeout: 'not in time',
    ...endReasons,
    no_message: 'no message',
    no_webhook: 'no webhook',
    too_many_steps: 'too many steps',
    internal: 'error',
  },
  scope: {
    account: 'all lists',
    list: 'one list',
    new_subscriptions: 'new subscriptions',
    tests: 'test messages',
  },
  source: contactSources,
  // How a contact was added, in its history.
  detail: contactSources,
  // `…` stands for a name.
  setting_source: {
    default: 'default',
    'profile …': 'profile …',
    'environment …': 'environment variable …',
    'flag …': 'flag …',
  },
  token_source: { profile: 'profile' },
  interval: { hour: 'hour', day: 'day' },
  language: { en: 'English', es: 'Spanish' },
  role: { Admin: 'administrator', Reseller: 'reseller', User: 'user' },
  mcp_permissions: { read: 'read', draft: 'draft', act: 'send and change' },
}
