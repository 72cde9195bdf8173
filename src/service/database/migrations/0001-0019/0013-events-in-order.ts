import { type Migration, sql } from 'kysely'
import type { Dialect } from '../../dialect.ts'
import { rebuild } from '../steps/rebuild.ts'

/**
 * On SQLite, an event now gets its `seq` when it is written, and a sequence records how far events
 * have become deliveries. Drops the unused random `uid` with its index.
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
