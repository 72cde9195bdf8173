import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Adds the images of accounts. */
export const media = ({ ddl: { id, int, text, blob, end } }: Dialect): Migration => ({
  async up(db) {
    for (const statement of [
      `create table media (
        id ${id}, account_id ${int} not null, public_id ${text} not null unique,
        name ${text} not null, type ${text} not null, bytes ${int} not null,
        width ${int} not null, height ${int} not null, source_sha256 ${text} not null,
        max_width ${int} not null, created_at ${int} not null, content ${blob} not null,
        unique (account_id, source_sha256, max_width)
      ) ${end}`,
    ]) {
      await sql.raw(statement).execute(db)
    }
  },
})
