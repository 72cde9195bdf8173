import type { Tables } from '../database/schema.ts'

type Table = keyof Tables

/** Rows that go together with those they hang on. */
export interface Owned {
  table: Table
  /** What one of its rows is named by. */
  key: Readonly<Record<string, 'int' | 'text'>>
  /** The column that names what it hangs on: an account, where it stands in `ofAccount`. */
  by: string
  /** What hangs on its own rows by their `id`, and goes before them. */
  parts?: readonly Owned[]
  /** Fewer in one statement than usual: they are long. */
  slice?: number
  /** No index leads from `by` to them: they are found in one walk along the table. */
  isWalked?: true
}

const byId = { id: 'int' } as const

/** Rows with what people wrote or uploaded in them. */
const longSlice = 20

const runParts: readonly Owned[] = [
  { table: 'automation_steps', key: { run_id: 'int', step: 'int' }, by: 'run_id' },
]

export const automationRuns: Owned = {
  table: 'automation_runs',
  key: byId,
  by: 'automation_id',
  parts: runParts,
}

const deliveriesBy = (by: 'event_id' | 'webhook_id'): Owned => ({
  table: 'deliveries',
  key: byId,
  by,
  parts: [
    {
      table: 'delivery_attempts',
      key: { delivery_id: 'int', attempt: 'int' },
      by: 'delivery_id',
    },
  ],
})

export const events: Owned = {
  table: 'events',
  key: byId,
  by: 'account_id',
  parts: [deliveriesBy('event_id')],
}

/** Of an automation: each is named by its version, and its node. */
const versioned = { automation_id: 'int', version: 'int' } as const
const ofNode = { ...versioned, node: 'text' } as const
const ofCampaign = { campaign_id: 'int', position: 'int' } as const
const ofJob = { job_id: 'int' } as const

export const jobs: Owned = {
  table: 'jobs',
  key: byId,
  by: 'account_id',
  parts: [
    { table: 'uploads', key: { ...ofJob, position: 'int' }, by: 'job_id', slice: longSlice },
    { table: 'job_rejects', key: { ...ofJob, line: 'int' }, by: 'job_id' },
  ],
}

/** All that belongs to an account, in the order in which it goes. */
export const ofAccount: readonly Owned[] = [
  events,
  {
    table: 'webhooks',
    key: byId,
    by: 'account_id',
    parts: [deliveriesBy('webhook_id')],
  },
  {
    table: 'automations',
    key: byId,
    by: 'account_id',
    parts: [
      automationRuns,
      { table: 'automation_nodes', key: ofNode, by: 'automation_id' },
      { table: 'automation_tallies', key: ofNode, by: 'automation_id' },
      { table: 'automation_versions', key: versioned, by: 'automation_id', slice: longSlice },
    ],
  },
  { table: 'signals', key: byId, by: 'account_id', isWalked: true },
  { table: 'signal_listeners', key: { account_id: 'int', kind: 'text' }, by: 'account_id' },
  {
    table: 'campaigns',
    key: byId,
    by: 'account_id',
    slice: longSlice,
    parts: [
      { table: 'engagements', key: byId, by: 'campaign_id' },
      { table: 'conversions', key: byId, by: 'campaign_id' },
      { table: 'bounces', key: { recipient_id: 'int' }, by: 'campaign_id' },
      { table: 'recipients', key: byId, by: 'campaign_id' },
      { table: 'campaign_links', key: byId, by: 'campaign_id' },
      {
        table: 'campaign_lists',
        key: { campaign_id: 'int', list_id: 'int' },
        by: 'campaign_id',
      },
      // One can be as large as a message may be.
      { table: 'campaign_attachments', key: ofCampaign, by: 'campaign_id', slice: 1 },
    ],
  },
  {
    table: 'contacts',
    key: byId,
    by: 'account_id',
    parts: [
      {
        table: 'contact_values',
        key: { contact_id: 'int', field_id: 'int', position: 'int' },
        by: 'contact_id',
      },
      { table: 'contact_tags', key: { contact_id: 'int', tag: 'text' }, by: 'contact_id' },
      { table: 'contact_history', key: byId, by: 'contact_id' },
    ],
  },
  { table: 'contact_history', key: byId, by: 'account_id', isWalked: true },
  { table: 'suppressions', key: byId, by: 'account_id' },
  { table: 'segments', key: byId, by: 'account_id', slice: longSlice },
  {
    table: 'templates',
    key: byId,
    by: 'account_id',
    slice: longSlice,
    parts: [
      {
        table: 'template_versions',
        key: { template_id: 'int', version: 'int' },
        by: 'template_id',
        slice: longSlice,
      },
    ],
  },
  { table: 'senders', key: byId, by: 'account_id' },
  {
    table: 'lists',
    key: byId,
    by: 'account_id',
    parts: [
      {
        table: 'list_counts',
        key: { list_id: 'int', status: 'text', slot: 'int' },
        by: 'list_id',
      },
    ],
  },
  { table: 'list_fields', key: byId, by: 'account_id', isWalked: true },
  jobs,
  { table: 'messages', key: byId, by: 'account_id', isWalked: true, slice: longSlice },
  {
    table: 'idempotency',
    key: { account_id: 'int', route: 'text', key: 'text' },
    by: 'account_id',
    slice: longSlice,
  },
  { table: 'sessions', key: { jti: 'text' }, by: 'account_id' },
  { table: 'tallies', key: byId, by: 'account_id' },
  { table: 'activity', key: { account_id: 'int', slot: 'int' }, by: 'account_id' },
  {
    table: 'domain_activity',
    key: { account_id: 'int', days: 'int', day: 'int', domain: 'text' },
    by: 'account_id',
  },
]

/** What no deleted account takes with it, and why. */
export const kept = {
  accounts: 'a row without a name: who acted for whom still names its number',
  audit: 'it tells who deleted the account, and goes by its age',
  keys: 'they are of the installation',
  counters: 'they name addresses and networks, and go by their age',
  sequences: 'they are of the installation',
  inbox: 'it is read before anybody knows whose it is, and goes by its age',
  sandbox_messages: 'they are of the installation, and go by their age',
} as const satisfies Partial<Record<Table, string>>
