import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/**
 * Under which selector a key that signs mail stands in DNS, so that several can be there at once; and
 * which of them a sender's domain has. Those that are there get theirs at the next start.
 */
export const dkimSelectors = ({ ddl: { text } }: Dialect): Migration => ({
  async up(db) {
    for (const statement of [
      `alter table keys add column selector ${text} not null default ''`,
      'drop index keys_current',
      'create unique index keys_current on keys (purpose, selector) where retired_at is null',
      `alter table senders add column dkim_selector ${text}`,
    ]) {
      await sql.raw(statement).execute(db)
    }
  },
})
