import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'
import { listCounts } from '../../triggers/list-counts.ts'

/** Jobs that continue after a crash, and segments. The columns are documented in `schema/`. */
export const audiences = ({ name, ddl }: Dialect): Migration => ({
  async up(db) {
    const inOrder = name === 'sqlite' ? inOrderOfKey : []
    for (const statement of [...statements(ddl), ...inOrder, ...listCounts(name, ddl)]) {
      await sql.raw(statement).execute(db)
    }
  },
})

function statements({ id, int, text, blob, end }: Dialect['ddl']): string[] {
  return [
    `alter table jobs add column attempts ${int} not null default 0`,
    `alter table jobs add column started_at ${int}`,
    `alter table jobs add column error ${text}`,
    `create table uploads (
      job_id ${int} not null, position ${int} not null, bytes ${blob} not null,
      primary key (job_id, position)
    ) ${end}`,
    `create table job_rejects (
      job_id ${int} not null, line ${int} not null, cells ${text} not null,
      problem ${text} not null, primary key (job_id, line)
    ) ${end}`,
    // The public id of a contact is now derived from its number.
    `drop index contacts_sid`,
    `alter table contacts drop column sid`,
    `create index contacts_unconfirmed on contacts (list_id, updated_at) where status = 'unconfirmed'`,
    `create table segments (
      id ${id}, account_id ${int} not null, name ${text} not null, list_id ${int},
      conditions ${text} not null, contacts ${int}, computed_at ${int},
      version ${int} not null, created_at ${int} not null, updated_at ${int} not null
    ) ${end}`,
    `create index segments_account on segments (account_id, id)`,
    `create unique index segments_name on segments (account_id, lower(name))`,
    // Covers the segment rules about a contact's opens and clicks, so that counting reads no rows.
    `create index engagements_contact on engagements (contact_id, kind, at, campaign_id) where machine = 0`,
    `create index contact_history_bounces on contact_history (contact_id, at) where type = 'bounce'`,
    // Events are searched by contact and by campaign.
    `alter table events add column contact_id ${int}`,
    `alter table events add column campaign_id ${int}`,
    `create index events_contact on events (account_id, contact_id, seq)
      where contact_id is not null`,
    `create index events_campaign on events (account_id, campaign_id, seq)
      where campaign_id is not null`,
    // Contact searches other than by address. Each index costs an import a tenth of its speed.
    `create index contacts_domain on contacts (account_id, domain, id)`,
    `create index contacts_name on contacts (account_id, nombre_key, id)`,
  ]
}

/**
 * SQLite stores a table beside the index of its primary key. Without a rowid, these small rows are
 * stored in the index itself, in half the space.
 */
const inOrderOfKey = [
  ...rebuilt(
    'contact_values',
    `contact_id integer not null, field_id integer not null, position integer not null,
      text text, number real, time integer, primary key (contact_id, field_id, position)`,
  ),
  ...rebuilt(
    'contact_tags',
    'contact_id integer not null, tag text not null, primary key (contact_id, tag)',
  ),
]

function rebuilt(table: string, columns: string): string[] {
  return [
    `create table ${table}_in_order (${columns}) strict, without rowid`,
    `insert into ${table}_in_order select * from ${table}`,
    `drop table ${table}`,
    `alter table ${table}_in_order rename to ${table}`,
  ]
}
