import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Adds the font that messages of an account or a list are written in. */
export const brandFont = ({ ddl: { text } }: Dialect): Migration => ({
  async up(db) {
    await sql.raw(`alter table brands add column font ${text}`).execute(db)
  },
})
