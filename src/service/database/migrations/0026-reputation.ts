import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** The figures of a campaign when it was last paused because of its reputation. */
export const reputation = ({ ddl: { text } }: Dialect): Migration => ({
  async up(db) {
    await sql.raw(`alter table campaigns add column reputation_base ${text}`).execute(db)
  },
})
