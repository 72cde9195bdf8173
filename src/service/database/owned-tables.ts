import { automationParts } from './owned/automation-tables.ts'
import { customEventTables } from './owned/custom-event-tables.ts'
import type { Tables } from './schema.ts'

type Table = keyof Tables

/** Rows that are deleted together with their owner. */
export interface OwnedTable {
  table: Table
  /** The columns that identify a row. */
  keyColumns: Readonly<Record<string, 'int' | 'text'>>
  /** The column with the id of the owner: in `accountTables` an account, in `parts` a row above. */
  ownerColumn: string
  /** Rows that belong to these by `id`. They are deleted first. */
  parts?: readonly OwnedTable[]
  /** The rows in one statement: less than usual where rows are large. */
  sliceSize?: number
  /** `ownerColumn` has no index, so one scan of the whole table finds the rows. */
  isScanned?: true
}

export type OwnedRows = Omit<OwnedTable, 'ownerColumn'>

const byId = { id: 'int' } as const

/** For rows with content that users wrote or uploaded. */
const largeRowSlice = 20

/** Deliveries without their attempts. */
export const deliveries: OwnedRows = { table: 'deliveries', keyColumns: byId }

const deliveriesBy = (by: 'event_id' | 'webhook_id'): OwnedTable => ({
  ...deliveries,
  ownerColumn: by,
  parts: [
    {
      table: 'delivery_attempts',
      keyColumns: { delivery_id: 'int', attempt: 'int' },
      ownerColumn: 'delivery_id',
    },
  ],
})

export const events: OwnedTable = {
  table: 'events',
  keyColumns: byId,
  ownerColumn: 'account_id',
  parts: [deliveriesBy('event_id')],
}

const ofCampaign = { campaign_id: 'int', position: 'int' } as const
const ofJob = { job_id: 'int' } as const
const inQueue = { account_id: 'int', id: 'int' } as const

export const jobs: OwnedTable = {
  table: 'jobs',
  keyColumns: byId,
  ownerColumn: 'account_id',
  parts: [
    {
      table: 'uploads',
      keyColumns: { ...ofJob, position: 'int' },
      ownerColumn: 'job_id',
      sliceSize: largeRowSlice,
    },
    { table: 'job_rejects', keyColumns: { ...ofJob, line: 'int' }, ownerColumn: 'job_id' },
  ],
}

export const oauthGrants: OwnedTable = {
  table: 'oauth_grants',
  keyColumns: byId,
  ownerColumn: 'account_id',
  parts: [{ table: 'oauth_tokens', keyColumns: byId, ownerColumn: 'grant_id' }],
}

/** Everything that belongs to an account, in the order of deletion. */
export const accountTables: readonly OwnedTable[] = [
  events,
  { table: 'event_sequences', keyColumns: { account_id: 'int' }, ownerColumn: 'account_id' },
  {
    table: 'webhooks',
    keyColumns: byId,
    ownerColumn: 'account_id',
    parts: [deliveriesBy('webhook_id')],
  },
  {
    table: 'automations',
    keyColumns: byId,
    ownerColumn: 'account_id',
    parts: automationParts,
  },
  { table: 'signals', keyColumns: byId, ownerColumn: 'account_id', isScanned: true },
  {
    table: 'signal_listeners',
    keyColumns: { account_id: 'int', kind: 'text' },
    ownerColumn: 'account_id',
  },
  ...customEventTables,
  { table: 'contact_history', keyColumns: byId, ownerColumn: 'account_id', isScanned: true },
  {
    table: 'campaigns',
    keyColumns: byId,
    ownerColumn: 'account_id',
    sliceSize: largeRowSlice,
    parts: [
      { table: 'engagements', keyColumns: byId, ownerColumn: 'campaign_id' },
      {
        table: 'repeat_visits',
        keyColumns: {
          ...{ campaign_id: 'int', recipient_id: 'int', kind: 'text', machine: 'int' },
          ...{ link_id: 'int', slot: 'int' },
        },
        ownerColumn: 'campaign_id',
      },
      {
        table: 'link_totals',
        keyColumns: { account_id: 'int', campaign_id: 'int', link_id: 'int' },
        ownerColumn: 'campaign_id',
      },
      { table: 'conversions', keyColumns: byId, ownerColumn: 'campaign_id' },
      { table: 'bounces', keyColumns: { recipient_id: 'int' }, ownerColumn: 'campaign_id' },
      { table: 'recipient_queue', keyColumns: inQueue, ownerColumn: 'campaign_id' },
      { table: 'recipients', keyColumns: byId, ownerColumn: 'campaign_id' },
      {
        table: 'campaign_counts',
        keyColumns: {
          ...{ campaign_id: 'int', measure: 'text', key: 'text' },
          ...{ at: 'int', slot: 'int' },
        },
        ownerColumn: 'campaign_id',
      },
      { table: 'campaign_links', keyColumns: byId, ownerColumn: 'campaign_id' },
      {
        table: 'campaign_lists',
        keyColumns: { campaign_id: 'int', list_id: 'int' },
        ownerColumn: 'campaign_id',
      },
      // One attachment can be as large as a whole message.
      {
        table: 'campaign_attachments',
        keyColumns: ofCampaign,
        ownerColumn: 'campaign_id',
        sliceSize: 1,
      },
    ],
  },
  {
    table: 'contacts',
    keyColumns: byId,
    ownerColumn: 'account_id',
    parts: [
      {
        table: 'contact_values',
        keyColumns: { contact_id: 'int', field_id: 'int', position: 'int' },
        ownerColumn: 'contact_id',
      },
      {
        table: 'contact_tags',
        keyColumns: { contact_id: 'int', tag: 'text' },
        ownerColumn: 'contact_id',
      },
      { table: 'contact_history', keyColumns: byId, ownerColumn: 'contact_id' },
    ],
  },
  { table: 'suppressions', keyColumns: byId, ownerColumn: 'account_id' },
  { table: 'lifted_suppressions', keyColumns: byId, ownerColumn: 'account_id' },
  { table: 'segments', keyColumns: byId, ownerColumn: 'account_id', sliceSize: largeRowSlice },
  {
    table: 'templates',
    keyColumns: byId,
    ownerColumn: 'account_id',
    sliceSize: largeRowSlice,
    parts: [
      {
        table: 'template_versions',
        keyColumns: { template_id: 'int', version: 'int' },
        ownerColumn: 'template_id',
        sliceSize: largeRowSlice,
      },
    ],
  },
  { table: 'senders', keyColumns: byId, ownerColumn: 'account_id' },
  {
    table: 'lists',
    keyColumns: byId,
    ownerColumn: 'account_id',
    parts: [
      {
        table: 'list_counts',
        keyColumns: { list_id: 'int', status: 'text', slot: 'int' },
        ownerColumn: 'list_id',
      },
      {
        table: 'form_origins',
        keyColumns: { origin: 'text', list_id: 'int' },
        ownerColumn: 'list_id',
      },
    ],
  },
  { table: 'list_fields', keyColumns: byId, ownerColumn: 'account_id', isScanned: true },
  {
    table: 'link_checks',
    keyColumns: { account_id: 'int', url_hash: 'text' },
    ownerColumn: 'account_id',
  },
  {
    table: 'media',
    keyColumns: byId,
    ownerColumn: 'account_id',
    sliceSize: largeRowSlice,
  },
  {
    table: 'brands',
    keyColumns: { account_id: 'int', list_id: 'int' },
    ownerColumn: 'account_id',
  },
  jobs,
  { table: 'message_queue', keyColumns: inQueue, ownerColumn: 'account_id' },
  {
    table: 'messages',
    keyColumns: byId,
    ownerColumn: 'account_id',
    isScanned: true,
    sliceSize: largeRowSlice,
  },
  { table: 'optin_requests', keyColumns: byId, ownerColumn: 'account_id' },
  {
    table: 'opt_in_templates',
    keyColumns: { account_id: 'int', language: 'text' },
    ownerColumn: 'account_id',
  },
  { table: 'welcomes', keyColumns: byId, ownerColumn: 'account_id' },
  {
    table: 'idempotency',
    keyColumns: { account_id: 'int', route: 'text', key: 'text' },
    ownerColumn: 'account_id',
    sliceSize: largeRowSlice,
  },
  { table: 'sessions', keyColumns: { jti: 'text' }, ownerColumn: 'account_id' },
  { table: 'api_keys', keyColumns: byId, ownerColumn: 'account_id' },
  { table: 'invites', keyColumns: byId, ownerColumn: 'account_id' },
  { table: 'password_resets', keyColumns: byId, ownerColumn: 'account_id' },
  {
    table: 'sandbox_messages',
    keyColumns: byId,
    ownerColumn: 'account_id',
    sliceSize: largeRowSlice,
  },
  oauthGrants,
  {
    table: 'login_networks',
    keyColumns: { account_id: 'int', network: 'text' },
    ownerColumn: 'account_id',
  },
  { table: 'tallies', keyColumns: byId, ownerColumn: 'account_id' },
  { table: 'activity', keyColumns: { account_id: 'int', slot: 'int' }, ownerColumn: 'account_id' },
  {
    table: 'domain_activity',
    keyColumns: { account_id: 'int', days: 'int', day: 'int', domain: 'text' },
    ownerColumn: 'account_id',
  },
]

/** The tables that the deletion of an account does not touch, and why. */
export const keptTables = {
  accounts: 'the audit log refers to the row, which no longer has a name',
  audit: 'it records who deleted the account, and expires by age',
  keys: 'they belong to the installation',
  counters: 'they contain addresses and networks, and expire by age',
  sequences: 'they belong to the installation',
  processes: 'they belong to the installation',
  key_leases: 'they belong to the installation',
  media_removals: 'they name files to delete, and go when that is done',
  inbox: 'it is stored before its account is known, and expires by age',
} as const satisfies Partial<Record<Table, string>>
