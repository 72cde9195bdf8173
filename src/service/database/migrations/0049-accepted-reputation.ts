import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Adds when the owner of an account last accepted its figures, and those of that day. */
export const acceptedReputation = ({ ddl: { int, text } }: Dialect): Migration => ({
  async up(db) {
    await sql.raw(`alter table accounts add column reputation_accepted_at ${int}`).execute(db)
    await sql.raw(`alter table accounts add column reputation_base ${text}`).execute(db)
  },
})
