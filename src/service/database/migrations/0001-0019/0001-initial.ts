import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'

/** The first schema. The columns are documented in `schema/`. */
export const initial = ({ ddl }: Dialect): Migration => ({
  async up(db) {
    for (const statement of statements(ddl)) await sql.raw(statement).execute(db)
  },
})

function statements({ id, int, text, real, blob, end }: Dialect['ddl']): string[] {
  return [
    `create table accounts (
      id ${id}, parent_id ${int} references accounts (id),
      username ${text} not null, username_key ${text} not null unique, email ${text} not null,
      nombre ${text} not null, role ${text} not null, status ${text} not null,
      pass_hash ${text} not null, language ${text} not null, timezone ${text} not null,
      plan ${text} not null, monthly_sends ${int} not null, contacts_max ${int} not null,
      contacts_used ${int} not null default 0, rate_per_hour ${int} not null, created_at ${int} not null, updated_at ${int} not null
    ) ${end}`,
    `create index accounts_parent on accounts (parent_id)`,
    `create table sessions (
      jti ${text} primary key, account_id ${int} not null references accounts (id),
      actor_id ${int}, remembered ${int} not null, created_at ${int} not null,
      expires_at ${int} not null, revoked_at ${int}
    ) ${end}`,
    `create index sessions_account on sessions (account_id)`,
    `create table keys (
      id ${id}, purpose ${text} not null, secret ${text} not null,
      created_at ${int} not null, retired_at ${int}
    ) ${end}`,
    `create unique index keys_current on keys (purpose) where retired_at is null`,
    `create table idempotency (
      account_id ${int} not null, route ${text} not null, key ${text} not null,
      body_hash ${text} not null, lease_until ${int} not null, status ${int}, body ${text},
      created_at ${int} not null, primary key (account_id, route, key)
    ) ${end}`,
    `create index idempotency_age on idempotency (created_at)`,
    `create table counters (
      key ${text} primary key, window_start ${int} not null, count ${int} not null
    ) ${end}`,
    `create table events (
      id ${id}, uid ${text} not null unique, seq ${int} unique, account_id ${int} not null,
      type ${text} not null, payload ${text} not null, created_at ${int} not null
    ) ${end}`,
    `create index events_unpublished on events (id) where seq is null`,
    `create index events_account on events (account_id, seq)`,
    `create table jobs (
      id ${id}, account_id ${int} not null, list_id ${int}, kind ${text} not null,
      status ${text} not null, params ${text} not null, progress ${text} not null, claim ${text},
      lease_until ${int} not null, created_at ${int} not null, finished_at ${int}
    ) ${end}`,
    `create index jobs_list on jobs (account_id, list_id, id)`,
    `create index jobs_open on jobs (lease_until) where finished_at is null`,
    `create table messages (
      id ${id}, account_id ${int}, kind ${text} not null, from_mail ${text},
      from_name ${text} not null, reply_to ${text}, to_mail ${text} not null,
      subject ${text} not null, text ${text} not null, html ${text} not null,
      state ${text} not null, claim ${text}, lease_until ${int} not null,
      attempts ${int} not null, next_at ${int} not null, response ${text},
      created_at ${int} not null, sent_at ${int}
    ) ${end}`,
    `create index messages_due on messages (next_at) where state in ('pending', 'deferred')`,
    `create index messages_leased on messages (lease_until) where state in ('claimed', 'submitting')`,
    `create table sandbox_messages (
      id ${id}, mail_from ${text} not null, rcpt_to ${text} not null, subject ${text} not null,
      raw ${blob} not null, received_at ${int} not null
    ) ${end}`,
    `create index sandbox_messages_to on sandbox_messages (rcpt_to, id)`,
    `create table senders (
      id ${id}, account_id ${int} not null, from_name ${text} not null, from_mail ${text} not null,
      from_key ${text} not null, reply_to ${text}, verified_at ${int}, code_hash ${text},
      token_hash ${text}, code_expires_at ${int} not null, code_tries ${int} not null,
      spf ${int} not null, dkim ${int} not null, dmarc ${int} not null, checked_at ${int},
      created_at ${int} not null, unique (account_id, from_key)
    ) ${end}`,
    `create index senders_token on senders (token_hash) where token_hash is not null`,
    `create table lists (
      id ${id}, account_id ${int} not null, public_id ${text} not null unique,
      name ${text} not null, description ${text} not null, double_optin ${int} not null,
      from_mail ${text}, welcome_template_id ${int}, public_by_id ${int} not null default 0,
      created_at ${int} not null, updated_at ${int} not null
    ) ${end}`,
    `create index lists_account on lists (account_id, id)`,
    `create unique index lists_name on lists (account_id, lower(name))`,
    `create table list_fields (
      id ${id}, account_id ${int} not null, list_id ${int} not null, name ${text} not null,
      key ${text} not null, type ${text} not null, options ${text} not null,
      internal ${int} not null, required ${int} not null, default_value ${text},
      created_at ${int} not null, unique (list_id, key)
    ) ${end}`,
    `create table contacts (
      id ${id}, account_id ${int} not null, list_id ${int} not null, sid ${int} not null,
      email ${text} not null, email_key ${text} not null, domain ${text} not null,
      nombre ${text} not null, nombre_key ${text} not null default '', status ${text} not null,
      source ${text} not null,
      version ${int} not null, created_at ${int} not null, updated_at ${int} not null,
      confirmed_at ${int}, unsubscribed_at ${int}, last_open_at ${int}, last_click_at ${int},
      unique (list_id, email_key)
    ) ${end}`,
    // One index for pages, counts by status and the audience, which all walk a list in order of
    // ids.
    `create index contacts_list on contacts (list_id, id, status)`,
    `create unique index contacts_sid on contacts (sid)`,
    `create index contacts_address on contacts (account_id, email_key)`,
    `create table contact_values (
      contact_id ${int} not null, field_id ${int} not null, position ${int} not null,
      text ${text}, number ${real}, time ${int}, primary key (contact_id, field_id, position)
    ) ${end}`,
    `create table contact_tags (
      contact_id ${int} not null, tag ${text} not null, primary key (contact_id, tag)
    ) ${end}`,
    `create table contact_history (
      id ${id}, account_id ${int} not null, contact_id ${int} not null, type ${text} not null,
      campaign_id ${int}, detail ${text} not null, at ${int} not null
    ) ${end}`,
    `create index contact_history_contact on contact_history (contact_id, id)`,
    `create index contact_history_campaign on contact_history (campaign_id, type) where campaign_id is not null`,
    `create table suppressions (
      id ${id}, account_id ${int} not null, list_id ${int} not null, email_key ${text} not null,
      email ${text}, type ${text} not null, reason ${text} not null, campaign_id ${int},
      created_at ${int} not null, unique (account_id, email_key, list_id)
    ) ${end}`,
    `create index suppressions_list on suppressions (account_id, list_id, id)`,
    `create table campaigns (
      id ${id}, account_id ${int} not null, camp_name ${text} not null, asunto ${text} not null,
      preheader ${text} not null, html ${text} not null, text ${text} not null,
      from_name ${text} not null, from_mail ${text} not null, reply_to ${text},
      segment_id ${int}, template_id ${int}, track_reads ${int} not null,
      track_links ${int} not null, utm ${text} not null, status ${text} not null, reason ${text},
      scheduled_at ${int}, timezone ${text}, expect_min ${int}, expect_max ${int},
      recipients ${int} not null, sent ${int} not null, failed ${int} not null,
      audience_list ${int} not null, audience_cursor ${int} not null, audience_fixed ${int} not null,
      claim ${text}, lease_until ${int} not null, started_at ${int}, sent_at ${int},
      tested_at ${int}, deleted_at ${int}, version ${int} not null, created_at ${int} not null, updated_at ${int} not null
    ) ${end}`,
    `create index campaigns_account on campaigns (account_id, id)`,
    `create index campaigns_totals on campaigns (account_id, status, id, sent, started_at, deleted_at)`,
    `create index campaigns_status on campaigns (status, id)`,
    `create table campaign_lists (
      campaign_id ${int} not null, list_id ${int} not null, position ${int} not null,
      excluded ${int} not null, primary key (campaign_id, list_id)
    ) ${end}`,
    `create index campaign_lists_list on campaign_lists (list_id)`,
    `create table campaign_links (
      id ${id}, campaign_id ${int} not null, position ${int} not null, url ${text} not null,
      unique (campaign_id, position)
    ) ${end}`,
    `create table recipients (
      id ${id}, account_id ${int} not null, campaign_id ${int} not null,
      address_key ${text} not null, visit ${int} not null, contact_id ${int} not null,
      state ${text} not null, claim ${text}, lease_until ${int} not null,
      attempts ${int} not null, next_at ${int} not null, response ${text}, sent_at ${int},
      opened_at ${int}, clicked_at ${int}, unique (campaign_id, address_key, visit)
    ) ${end}`,
    `create index recipients_state on recipients (campaign_id, state, next_at)`,
    `create index recipients_leased on recipients (lease_until) where state in ('claimed', 'submitting')`,
    `create index recipients_contact on recipients (contact_id)`,
    `create table engagements (
      id ${id}, account_id ${int} not null, campaign_id ${int} not null,
      recipient_id ${int} not null, contact_id ${int} not null, kind ${text} not null,
      machine ${int} not null, link_id ${int}, at ${int} not null
    ) ${end}`,
    `create index engagements_campaign on engagements (campaign_id, kind, machine, recipient_id)`,
    `create index engagements_recipient on engagements (recipient_id)`,
    `create table sequences (name ${text} primary key, last ${int} not null) ${end}`,
  ]
}
