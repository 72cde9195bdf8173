import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/**
 * Adds the last number of the events of each account. On PostgreSQL the numbers of an account follow all
 * numbers of the order that accounts have shared until now, whose end is in `sequences`. Also adds the account
 * of a delivery.
 */
export const accountEventOrder = ({ name, isInOrder, ddl: { int, end } }: Dialect): Migration => ({
  async up(db) {
    // Room on the page, so that a new number changes no index.
    const space = name === 'postgres' ? 'with (fillfactor = 50)' : ''
    await sql
      .raw(`create table event_sequences (
        account_id ${int} not null primary key, last ${int} not null
      ) ${end} ${space}`)
      .execute(db)
    // The shared order of SQLite goes on, and its last number is that of the last event.
    if (isInOrder) await sql`delete from sequences where name = 'events'`.execute(db)
    // A database that was moved from SQLite may still have the row of a version before `0013`.
    else {
      await sql`
        update sequences set last = (select max(seq) from events)
        where name = 'events' and last < (select max(seq) from events)
      `.execute(db)
    }
    // Deliveries from before, and those of programs of the version before, go with their events.
    await sql
      .raw(`alter table deliveries add column account_id ${int} not null default 0`)
      .execute(db)
  },
})
