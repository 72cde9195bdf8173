import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'

/**
 * The time from which an automation enrolls the contacts that were on its list. Who joins later
 * enters by a signal, and must not enter a second time with the existing ones.
 */
export const existingSince = ({ ddl: { int } }: Dialect): Migration => ({
  async up(db) {
    await sql.raw(`alter table automations add column existing_since ${int}`).execute(db)
    await sql`update automations set existing_since = activated_at
      where existing_after is not null`.execute(db)
  },
})
