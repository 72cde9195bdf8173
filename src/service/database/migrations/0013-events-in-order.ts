import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'
import { rebuild } from './rebuild.ts'

/**
 * On SQLite an event has its number when it is written; how far events have become deliveries is a
 * number of its own. The random name that each had, and nobody asked for, goes with its index.
 */
export const eventsInOrder = ({ name, isInOrder }: Dialect): Migration => ({
  async up(db) {
    if (name === 'sqlite') await rebuild(db, 'events', withoutUid)
    else await sql`alter table events drop column uid`.execute(db)
    await sql`insert into sequences (name, last)
      select 'deliveries', last from sequences where name = 'events'`.execute(db)
    if (isInOrder) await sql`update events set seq = id where seq is null`.execute(db)
  },
})

const withoutUid = (table: string): string => table.replace(/\buid text not null unique, /, '')
