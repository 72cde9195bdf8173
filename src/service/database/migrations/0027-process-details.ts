import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** What an operator sees of a process: where it runs, its version, and its messages. */
export const processDetails = ({ ddl: { text, int } }: Dialect): Migration => ({
  async up(db) {
    for (const column of [
      `version ${text} not null default ''`,
      `host ${text} not null default ''`,
      `pid ${int} not null default 0`,
      `queued ${int} not null default 0`,
      `in_flight ${int} not null default 0`,
    ]) {
      await sql.raw(`alter table processes add column ${column}`).execute(db)
    }
  },
})
