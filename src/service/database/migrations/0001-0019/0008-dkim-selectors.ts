import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'

/**
 * The DKIM selector of a key, so that several keys can be published at once, and the selector that
 * a sender's domain publishes. Existing keys get theirs at the next start.
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
