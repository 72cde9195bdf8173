import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** What the links and images of messages answered when a check asked for them. */
export const linkChecks = ({ ddl: { int, text, end } }: Dialect): Migration => ({
  async up(db) {
    await sql
      .raw(`create table link_checks (
        account_id ${int} not null, url_hash ${text} not null,
        status ${int}, fault ${text}, bytes ${int}, width ${int}, checked_at ${int} not null,
        primary key (account_id, url_hash)
      ) ${end}`)
      .execute(db)
    await sql.raw('create index link_checks_age on link_checks (checked_at)').execute(db)
  },
})
