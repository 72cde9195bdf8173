import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Jobs that go on after a crash, and segments: what each column means stands in `schema.ts`. */
export const audiences = ({ ddl }: Dialect): Migration => ({
  async up(db) {
    for (const statement of statements(ddl)) await sql.raw(statement).execute(db)
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
    `create table segments (
      id ${id}, account_id ${int} not null, name ${text} not null, list_id ${int},
      conditions ${text} not null, contacts ${int}, computed_at ${int},
      version ${int} not null, created_at ${int} not null, updated_at ${int} not null
    ) ${end}`,
    `create index segments_account on segments (account_id, id)`,
    `create unique index segments_name on segments (account_id, lower(name))`,
  ]
}
