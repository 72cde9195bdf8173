import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'

/** Automations and their runs. The columns are documented in `schema/automation.ts`. */
export const automations = ({ ddl }: Dialect): Migration => ({
  async up(db) {
    for (const statement of statements(ddl)) await sql.raw(statement).execute(db)
  },
})

function statements({ id, int, text, end }: Dialect['ddl']): string[] {
  return [
    `create table automations (
      id ${id}, account_id ${int} not null, name ${text} not null, status ${text} not null,
      version ${int} not null, activated_at ${int}, existing_after ${int}, dates_until ${int},
      exits ${int} not null default 0, created_at ${int} not null, updated_at ${int} not null
    ) ${end}`,
    `create index automations_account on automations (account_id, id)`,
    `create index automations_running on automations (id) where status in ('active', 'draining')`,
    `create table automation_versions (
      automation_id ${int} not null, version ${int} not null, definition ${text} not null,
      created_at ${int} not null, primary key (automation_id, version)
    ) ${end}`,
    `create table automation_nodes (
      automation_id ${int} not null, version ${int} not null, node ${text} not null,
      campaign_id ${int}, webhook_id ${int}, primary key (automation_id, version, node)
    ) ${end}`,
    `create table automation_tallies (
      automation_id ${int} not null, version ${int} not null, node ${text} not null,
      entered ${int} not null, active ${int} not null, completed ${int} not null,
      failed ${int} not null, goals ${int} not null, primary key (automation_id, version, node)
    ) ${end}`,
    `create table automation_runs (
      id ${id}, account_id ${int} not null, automation_id ${int} not null, version ${int} not null,
      contact_id ${int} not null, node ${text} not null, steps ${int} not null,
      state ${text} not null, due_at ${int}, awaits ${text}, awaits_of ${text},
      tries ${int} not null default 0, properties ${text} not null, entry_key ${text} not null, place_key ${text},
      entered_at ${int} not null, ended_at ${int}, ended_by ${text},
      unique (automation_id, entry_key)
    ) ${end}`,
    `create unique index automation_runs_place on automation_runs (automation_id, place_key)
      where place_key is not null`,
    // A tick reads due runs and skips waiting ones.
    `create index automation_runs_due on automation_runs (automation_id, due_at) where state = 'waiting'`,
    `create index automation_runs_newest on automation_runs (automation_id, id)`,
    `create index automation_runs_contact on automation_runs (contact_id, state)`,
    `create table automation_steps (
      run_id ${int} not null, step ${int} not null, node ${text} not null, outcome ${text} not null,
      at ${int} not null, primary key (run_id, step)
    ) ${end}`,
    `create table signals (
      id ${id}, account_id ${int} not null, kind ${text} not null, contact_id ${int} not null,
      campaign_id ${int}, link_id ${int}, name ${text}, properties ${text} not null,
      automation_id ${int}, at ${int} not null
    ) ${end}`,
    // Before a wait times out, the engine checks whether its event is still in the queue.
    `create index signals_contact on signals (contact_id)`,
    `create table signal_listeners (
      account_id ${int} not null, kind ${text} not null, primary key (account_id, kind)
    ) ${end}`,
    // Finds the contacts whose date has come without reading all dates.
    `create index contact_values_dates on contact_values (field_id, time) where time is not null`,
    // The resources of automation nodes are hidden from lists of campaigns and webhooks.
    `alter table campaigns add column automation_id ${int}`,
    // The dashboard reads what each campaign sent, and its automation, from the index alone.
    `drop index campaigns_totals`,
    `create index campaigns_totals on campaigns (account_id, status, id, sent, started_at, ended_at,
      deleted_at, automation_id)`,
    `alter table webhooks add column automation_id ${int}`,
  ]
}
