import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** What a process does, for the others and its operator. Those of earlier versions do everything. */
export const processRoles = ({ ddl: { text, int } }: Dialect): Migration => ({
  async up(db) {
    for (const column of [`roles ${text}`, `on_hold ${int} not null default 0`]) {
      await sql.raw(`alter table processes add column ${column}`).execute(db)
    }
  },
})
