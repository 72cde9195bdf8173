import { sql } from 'kysely'
import type { RetentionPeriods } from '../../core/retention/retention-periods.ts'
import type { Condition } from './condition.ts'
import { customEvents, eventKeys, eventStorage } from './owned/custom-event-tables.ts'
import { events, jobs, type OwnedRows, oauthGrants } from './owned-tables.ts'
import { retentionMs } from './retention-periods.ts'
import { isPublished } from './sequences.ts'

/** Rows that are deleted by age. */
export interface ExpiringTable {
  rows: OwnedRows
  /** The age is counted from the time in this column. */
  timeColumn: string
  keptMs: number
  /** Visits: the clicks on links are added up before their rows are deleted. */
  keepsTotals?: true
  /** Only these rows may be deleted. Others are still needed. */
  only?: Condition
  /** Ids follow `timeColumn`, so the old rows come first and the search may stop at a newer one. */
  isInOrder?: true
}

const byId = { id: 'int' } as const

/** Returns the tables with rows that are deleted by age, with the periods of the operator. */
export const expiringTables = (kept: RetentionPeriods): readonly ExpiringTable[] => [
  {
    rows: {
      table: 'idempotency',
      keyColumns: { account_id: 'int', route: 'text', key: 'text' },
    },
    timeColumn: 'created_at',
    keptMs: retentionMs.idempotency,
  },
  {
    rows: { table: 'sessions', keyColumns: { jti: 'text' } },
    timeColumn: 'expires_at',
    keptMs: 0,
  },
  {
    rows: { table: 'api_keys', keyColumns: byId },
    timeColumn: 'expires_at',
    keptMs: retentionMs.apiKeys,
  },
  {
    rows: { table: 'invites', keyColumns: byId },
    timeColumn: 'expires_at',
    keptMs: retentionMs.invites,
  },
  {
    rows: { table: 'password_resets', keyColumns: byId },
    timeColumn: 'expires_at',
    keptMs: 0,
  },
  { rows: oauthGrants, timeColumn: 'expires_at', keptMs: retentionMs.oauthGrants },
  {
    rows: { table: 'oauth_tokens', keyColumns: byId },
    timeColumn: 'expires_at',
    keptMs: retentionMs.oauthTokens,
  },
  {
    rows: {
      table: 'login_networks',
      keyColumns: { account_id: 'int', network: 'text' },
    },
    timeColumn: 'seen_at',
    keptMs: retentionMs.loginNetworks,
  },
  {
    rows: { table: 'link_checks', keyColumns: { account_id: 'int', url_hash: 'text' } },
    timeColumn: 'checked_at',
    keptMs: retentionMs.linkChecks,
  },
  {
    rows: { table: 'counters', keyColumns: { key: 'text' } },
    timeColumn: 'window_start',
    keptMs: retentionMs.counters,
  },
  {
    rows: { table: 'messages', keyColumns: byId },
    timeColumn: 'created_at',
    keptMs: kept.serviceMail,
    only: sql`state in ('sent', 'failed', 'uncertain', 'cancelled')`,
    isInOrder: true,
  },
  {
    rows: { table: 'optin_requests', keyColumns: byId },
    timeColumn: 'created_at',
    keptMs: retentionMs.optInRequests,
    isInOrder: true,
  },
  // The mark of a mail that was sent stays, so that no one gets it twice.
  {
    rows: { table: 'welcomes', keyColumns: byId },
    timeColumn: 'created_at',
    keptMs: retentionMs.welcomes,
    only: sql`next_at is not null`,
  },
  // An event that has no deliveries yet must still be delivered.
  {
    rows: events,
    timeColumn: 'created_at',
    keptMs: kept.events,
    only: isPublished,
    isInOrder: true,
  },
  {
    rows: {
      table: 'delivery_attempts',
      keyColumns: { delivery_id: 'int', attempt: 'int' },
    },
    timeColumn: 'at',
    keptMs: kept.webhookAttempts,
  },
  { rows: customEvents, timeColumn: 'at', keptMs: kept.customEvents },
  { rows: eventKeys, timeColumn: 'recorded_at', keptMs: kept.customEvents },
  { rows: eventStorage, timeColumn: 'ends_at', keptMs: kept.customEvents },
  ...visits(kept.visits),
  { rows: jobs, timeColumn: 'finished_at', keptMs: kept.jobs },
  {
    rows: { table: 'inbox', keyColumns: byId },
    timeColumn: 'handled_at',
    keptMs: retentionMs.inbox,
  },
  {
    rows: { table: 'audit', keyColumns: byId },
    timeColumn: 'at',
    keptMs: kept.audit,
    isInOrder: true,
  },
  {
    rows: { table: 'sandbox_messages', keyColumns: byId, sliceSize: 50 },
    timeColumn: 'received_at',
    keptMs: retentionMs.sandboxMail,
    isInOrder: true,
  },
]

const visits = (keptMs: number | undefined): readonly ExpiringTable[] =>
  keptMs === undefined
    ? []
    : [
        {
          rows: { table: 'engagements', keyColumns: byId },
          timeColumn: 'at',
          keptMs,
          keepsTotals: true,
          isInOrder: true,
        },
        {
          rows: {
            table: 'repeat_visits',
            keyColumns: {
              ...{ campaign_id: 'int', recipient_id: 'int', kind: 'text', machine: 'int' },
              ...{ link_id: 'int', slot: 'int' },
            },
          },
          timeColumn: 'slot',
          keptMs,
          keepsTotals: true,
        },
      ]
