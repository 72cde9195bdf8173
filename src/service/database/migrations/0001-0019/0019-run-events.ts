import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'

/** The events of a contact that a run may still wait for, because it is on its way to the wait. */
export const runEvents = ({ ddl: { text } }: Dialect): Migration => ({
  async up(db) {
    await sql.raw(`alter table automation_runs add column earlier_events ${text}`).execute(db)
  },
})
