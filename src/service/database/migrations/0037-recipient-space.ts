import { type Migration, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/**
 * A page of recipients has room for a second, larger version of each of its rows. A turn writes the
 * results of a whole page in one statement, which cannot use the space of the versions that it replaces.
 */
export const recipientSpace = ({ name }: Dialect): Migration => ({
  async up(db) {
    if (name === 'postgres') await sql`alter table recipients set (fillfactor = 45)`.execute(db)
  },
})
