import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** How an account presents itself to its subscribers, and which lists they may join themselves. */
export const brands = ({ ddl: { int, text, end } }: Dialect): Migration => ({
  async up(db) {
    await sql
      .raw(`create table brands (
        account_id ${int} not null, list_id ${int} not null,
        name ${text}, logo_url ${text}, color ${text}, site ${text}, address ${text},
        privacy_url ${text}, updated_at ${int} not null,
        primary key (account_id, list_id)
      ) ${end}`)
      .execute(db)
    await sql.raw(`alter table lists add column is_public ${int} not null default 0`).execute(db)
  },
})
