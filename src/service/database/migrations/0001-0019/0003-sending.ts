import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'
import { activityTables, fillActivity } from '../steps/activity.ts'

/**
 * Scheduling, A/B tests and other features of campaigns. The columns are documented in `schema/`.
 */
export const sending = (dialect: Dialect): Migration => ({
  async up(db) {
    for (const statement of statements(dialect.ddl)) await sql.raw(statement).execute(db)
    await fillActivity(db, dialect)
  },
})

function statements({ id, int, text, real, blob, end }: Dialect['ddl']): string[] {
  return [
    `alter table campaigns add column ended_at ${int}`,
    `update campaigns set ended_at = coalesce(sent_at, updated_at) where status in ('sent', 'failed')`,
    `alter table campaigns add column resend_of ${int}`,
    `alter table campaigns add column resend_to ${text}`,
    `drop index campaigns_totals`,
    `create index campaigns_totals on campaigns (account_id, status, id, sent, started_at, ended_at, deleted_at)`,
    `create index campaigns_cancelled on campaigns (id) where status = 'cancelled' and ended_at is null`,
    `create table templates (
      id ${id}, account_id ${int} not null, name ${text} not null, version ${int} not null,
      revision ${int} not null, archived ${int} not null,
      created_at ${int} not null, updated_at ${int} not null
    ) ${end}`,
    `create index templates_account on templates (account_id, archived, id)`,
    // The subject comes before the long columns, so that a list does not read through them.
    `create table template_versions (
      template_id ${int} not null, version ${int} not null, created_at ${int} not null,
      asunto ${text} not null, html ${text} not null, text ${text} not null, mjml ${text},
      editor_json ${text}, primary key (template_id, version)
    ) ${end}`,
    `create table webhooks (
      id ${id}, account_id ${int} not null, url ${text} not null, events ${text} not null,
      description ${text} not null, enabled ${int} not null, secrets ${text} not null,
      failures ${int} not null, failing_since ${int}, created_at ${int} not null,
      updated_at ${int} not null
    ) ${end}`,
    `create index webhooks_account on webhooks (account_id, id)`,
    `create table deliveries (
      id ${id}, webhook_id ${int} not null, event_id ${int} not null, replay ${int} not null,
      state ${text} not null, attempts ${int} not null, next_at ${int} not null, claim ${text},
      lease_until ${int} not null, created_at ${int} not null, unique (webhook_id, event_id, replay)
    ) ${end}`,
    `create index deliveries_due on deliveries (webhook_id, next_at) where state = 'pending'`,
    `create index deliveries_leased on deliveries (lease_until) where state = 'claimed'`,
    `create index deliveries_event on deliveries (event_id)`,
    `create table delivery_attempts (
      delivery_id ${int} not null, attempt ${int} not null, at ${int} not null,
      ms ${int} not null, status ${int}, error ${text}, next_at ${int},
      primary key (delivery_id, attempt)
    ) ${end}`,
    `create table bounces (
      recipient_id ${int} primary key, account_id ${int} not null, campaign_id ${int} not null,
      contact_id ${int} not null, type ${text} not null, kind ${text} not null,
      diagnostic ${text} not null, turned ${int} not null default 0, at ${int} not null,
      message_at ${int} not null
    ) ${end}`,
    `create index bounces_campaign on bounces (campaign_id, type, at)`,
    `create table inbox (
      id ${id}, mail_from ${text} not null, rcpt_to ${text} not null, raw ${blob} not null,
      received_at ${int} not null, handled_at ${int}, outcome ${text}
    ) ${end}`,
    `create index inbox_open on inbox (id) where handled_at is null`,
    `create table conversions (
      id ${id}, account_id ${int} not null, campaign_id ${int} not null,
      recipient_id ${int} not null, contact_id ${int} not null, name ${text} not null,
      event_id ${text} not null, value ${real}, currency ${text}, at ${int} not null,
      unique (campaign_id, event_id)
    ) ${end}`,
    `create index conversions_recipient on conversions (recipient_id)`,
    `create index conversions_contact on conversions (contact_id)`,
    `alter table campaigns add column archive_slug ${text}`,
    `alter table campaigns add column archived_at ${int}`,
    `create unique index campaigns_archive on campaigns (account_id, archive_slug)
      where archive_slug is not null`,
    `alter table campaigns add column ab_test ${text}`,
    `alter table campaigns add column ab_winner ${text}`,
    `alter table campaigns add column draw_cursor ${text} not null default ''`,
    `alter table campaigns add column drawn ${int} not null default 0`,
    `alter table campaigns add column ab_decide_at ${int}`,
    `alter table campaigns add column by_recipient_timezone ${int} not null default 0`,
    `create index campaigns_tests on campaigns (id) where ab_test is not null and ended_at is null`,
    `alter table recipients add column variant ${text}`,
    // Only campaigns with an A/B test have rows in this index, and their statistics read only the
    // index.
    `create index recipients_variant on recipients
      (campaign_id, variant, state, opened_at, clicked_at) where variant is not null`,
    `create table campaign_attachments (
      campaign_id ${int} not null, position ${int} not null, filename ${text} not null,
      content_type ${text} not null, bytes ${int} not null, content ${blob} not null,
      primary key (campaign_id, position)
    ) ${end}`,
    ...activityTables({ id, int, text, real, blob, end }),
  ]
}
