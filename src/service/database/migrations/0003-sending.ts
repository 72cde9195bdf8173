import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** What a campaign needs beside being sent at once: what each column means stands in `schema.ts`. */
export const sending = ({ ddl }: Dialect): Migration => ({
  async up(db) {
    for (const statement of statements(ddl)) await sql.raw(statement).execute(db)
  },
})

function statements({ id, int, text, blob, end }: Dialect['ddl']): string[] {
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
    // The subject stands before the long ones, so that a list does not read through them.
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
      diagnostic ${text} not null, at ${int} not null
    ) ${end}`,
    `create index bounces_campaign on bounces (campaign_id, type, at)`,
    `create table inbox (
      id ${id}, mail_from ${text} not null, rcpt_to ${text} not null, raw ${blob} not null,
      received_at ${int} not null, handled_at ${int}, outcome ${text}
    ) ${end}`,
    `create index inbox_open on inbox (id) where handled_at is null`,
  ]
}
