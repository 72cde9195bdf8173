import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'

/**
 * Adds the processes that run workers, which show by heartbeats that they are alive, and the part of a
 * campaign's reservation that was taken in earlier months.
 */
export const workerHeartbeats = ({ ddl }: Dialect): Migration => ({
  async up(db) {
    const { text, int, end } = ddl
    await sql
      .raw(
        `create table processes (
          id ${text} primary key,
          started_at ${int} not null,
          alive_until ${int} not null,
          relay_down_since ${int},
          relay_response ${text},
          last_result_at ${int} not null
        ) ${end}`,
      )
      .execute(db)
    await sql
      .raw(`alter table campaigns add column reserved_earlier ${int} not null default 0`)
      .execute(db)
  },
})
