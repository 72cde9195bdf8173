import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'

/**
 * Counts the bytes that jobs keep, so that an account can be limited, and the errors of a job in a row,
 * so that it waits longer after each.
 */
export const uploads = ({ ddl: { int } }: Dialect): Migration => ({
  async up(db) {
    for (const column of ['upload_bytes', 'reject_bytes', 'failures']) {
      await sql.raw(`alter table jobs add column ${column} ${int} not null default 0`).execute(db)
    }
    await sql`
      update jobs set upload_bytes =
        (select coalesce(sum(length(bytes)), 0) from uploads where job_id = jobs.id)
      where finished_at is null
    `.execute(db)
  },
})
