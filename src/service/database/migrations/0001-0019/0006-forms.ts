import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'

/** The sites that embed a list's form. */
export const forms = ({ ddl: { text } }: Dialect): Migration => ({
  async up(db) {
    await sql
      .raw(`alter table lists add column form_origins ${text} not null default '[]'`)
      .execute(db)
  },
})
